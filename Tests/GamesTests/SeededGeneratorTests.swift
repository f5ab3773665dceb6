import Testing

@testable import Games

@Suite struct SeededGeneratorTests {
  /// The first words, calculated by a second program from the published description.
  @Test(
    arguments: [
      0: "99ec5f36cb75f2b4 bf6e1f784956452a 1a5f849d4933e6e0 6aa594f1262d2d2c",
      42: "15780b2e0c2ec716 6104d9866d113a7e ae17533239e499a1 ecb8ad4703b360a1",
    ] as [UInt64: String])
  func `the words are those of the published algorithm`(seed: UInt64, words: String) {
    var random = SeededGenerator(seed: seed)
    for word in words.split(separator: " ") { #expect(random.next() == UInt64(word, radix: 16)) }
  }

  /// The numbers are the hash's published test values.
  @Test(
    arguments: [("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
      as [(String, UInt64)])
  func `a seed of letters is hashed by FNV-1a`(text: String, hash: UInt64) {
    #expect(SeededGenerator(text: text) == SeededGenerator(seed: hash))
  }

  @Test func `upper and lower case are different seeds`() throws {
    let upper = try #require(SeededGenerator(text: "Class7b"))
    #expect(upper != SeededGenerator(text: "class7B"))
  }

  @Test(arguments: [
    "", " ", "two words", "a-b", "-1", "1.5", "é", "٣", "a\u{0}", String(repeating: "a", count: 41),
    String(repeating: "9", count: 1_000_000),
  ])
  func `anything but 1 to 40 letters or digits is no seed`(text: String) {
    #expect(SeededGenerator(text: text) == nil)
  }

  @Test func `forty letters are a seed`() {
    #expect(SeededGenerator(text: String(repeating: "z", count: 40)) != nil)
  }
}
