import Testing

@testable import Games

@Suite struct SeededGeneratorTests {
  /// The first words, calculated by a second program from the published description.
  @Test(
    arguments: [
      (
        UInt64(0),
        [
          0x99ec_5f36_cb75_f2b4, 0xbf6e_1f78_4956_452a, 0x1a5f_849d_4933_e6e0,
          0x6aa5_94f1_262d_2d2c,
        ]
      ),
      (
        42,
        [
          0x1578_0b2e_0c2e_c716, 0x6104_d986_6d11_3a7e, 0xae17_5332_39e4_99a1,
          0xecb8_ad47_03b3_60a1,
        ]
      ),
    ] as [(UInt64, [UInt64])])
  func `the words are those of the published algorithm`(seed: UInt64, words: [UInt64]) {
    var random = SeededGenerator(seed: seed)
    #expect(words.map { _ in random.next() } == words)
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
