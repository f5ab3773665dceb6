import Games
import Testing

@testable import Rooms

@Suite struct RoomCodeTests {
  @Test(arguments: ["KFH3QD", "kfh3qd", "KFH-3QD", "kFh-3Qd", " KFH-3QD "])
  func `a code is taken in any case, with or without a hyphen`(typed: String) throws {
    let code = try #require(RoomCode(typed))
    #expect(code.text == "KFH3QD")
    #expect(code.description == "KFH-3QD")
  }

  @Test(arguments: [
    "", "KFH3Q", "KFH3QDD", "KFH03D", "KFHO3D", "KFH13D", "KFHI3D", "KFHL3D", "KF-H3QD", "KFH--3QD",
    "KFH–3QD", "KFH 3QD", "ＫFH3QD", String(repeating: "K", count: 100_000),
  ])
  func `anything else is none`(typed: String) {
    #expect(RoomCode(typed) == nil)
  }

  @Test func `a drawn code can be typed, and uses all characters`() {
    var random = SeededGenerator(seed: 1)
    var seen = Set<UInt8>()
    for _ in 0..<500 {
      let code = RoomCode(using: &random)
      #expect(RoomCode(code.description) == code)
      seen.formUnion(code.text.utf8)
    }
    #expect(seen == Set(RoomCode.alphabet))
    #expect(RoomCode.alphabet.count == 31)
  }
}
