import Testing

@testable import Storage

@Suite struct TransferCodeTests {
  @Test func `codes are distinct, in three groups without signs that look alike`() throws {
    var random = SystemRandomNumberGenerator()
    let codes = (0..<2_000).map { _ in TransferCode(using: &random).text }
    #expect(Set(codes).count == 2_000)
    for code in codes {
      #expect(code.split(separator: "-").map(\.count) == [4, 4, 4])
      #expect(code.allSatisfy { !"ILOUabcdefghijklmnopqrstuvwxyz".contains($0) })
      #expect(TransferCode(code)?.text == code)
    }
    #expect(Set(codes.joined()).count == 33)
  }

  @Test func `what is typed is read generously`() {
    let code = TransferCode("0123-4567-89AV")
    #expect(code?.text == "0123-4567-89AV")
    for text in ["o123456789au", " O1 23\n45–67 89 aV ", "0l23-4567-89av", "0I2345678-9AV"] {
      #expect(TransferCode(text) == code, "\(text)")
    }
    for text in [
      "", "-", "0123-4567-89A", "0123-4567-89AVX", "0123_4567_89AV", "Ａ123-4567-89AV",
      "../0123-4567-89AV", "0123-4567-89AV\0", "%2e%2e%2f%2e%2e%2f", "../../../../etc",
      String(repeating: " ", count: 300) + "0123-4567-89AV", String(repeating: "A", count: 1 << 20),
    ] {
      #expect(TransferCode(text) == nil, "\(text)")
    }
  }
}
