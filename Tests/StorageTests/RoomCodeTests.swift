import Storage
import Testing

@Suite struct RoomCodeTests {
  @Test(arguments: ["KFH3QD", "KFH-3QD", "kfh-3qd", " kfh 3qd ", "K-F-H–3QD"])
  func `a code is taken in any case, with or without hyphens`(text: String) {
    #expect(RoomCode(text)?.signs == "KFH3QD")
    #expect(RoomCode(text)?.text == "KFH-3QD")
  }

  @Test(arguments: [
    "", "KFH3Q", "KFH3QDA", "KFH3Q0", "KFH3QO", "KFH3Q1", "KFH3QI", "KFH3QL", "KFH3QÄ", "KFH/3QD",
    String(repeating: "-", count: 300) + "KFH3QD",
  ])
  func `anything else is no code`(text: String) { #expect(RoomCode(text) == nil) }

  @Test func `new codes are codes, with every sign in every place`() {
    var random = SystemRandomNumberGenerator()
    let codes = (0..<2000).map { _ in RoomCode(using: &random) }
    #expect(codes.allSatisfy { RoomCode($0.text) == $0 })
    for place in 0..<6 { #expect(Set(codes.map { Array($0.signs.utf8)[place] }).count == 31) }
  }
}
