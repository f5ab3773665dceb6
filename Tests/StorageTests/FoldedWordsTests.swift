import Testing

@testable import Storage

@Suite struct FoldedWordsTests {
  @Test(
    arguments: [
      ("", []), (" \t\n\0", []), ("...-- ()", []), ("Gandalf", ["gandalf"]),
      ("the  THE The", ["the"]), ("D'Artagnan", ["artagnan", "d"]),
      ("D’Artagnan", ["artagnan", "d"]), ("Jean-Luc", ["jean", "luc"]), ("a_b", ["a", "b"]),
      ("É", ["e"]), ("E\u{301}", ["e"]), ("Ǟ", ["a"]), ("A\u{308}\u{304}", ["a"]),
      ("Æsir Œuvre", ["aesir", "oeuvre"]), ("Straße STRASSE ẞ", ["ss", "strasse"]),
      ("Łódź", ["lodz"]), ("Đorđe", ["dorde"]), ("İstanbul ılık", ["ilik", "istanbul"]),
      ("Ὀδυσσεύς ΟΔΥΣΣΕΥΣ", ["οδυσσευσ"]), ("Ёлка", ["елка"]), ("Йод", ["иод"]),
      ("김", ["\u{1100}\u{1175}\u{11b7}"]),
      ("\u{1100}\u{1175}\u{11b7}", ["\u{1100}\u{1175}\u{11b7}"]),
      ("가", ["\u{1100}\u{1161}"]), ("힣", ["\u{1112}\u{1175}\u{11c2}"]), ("王 小明", ["小明", "王"]),
      ("🐉Fang", ["🐉fang"]), ("👩\u{200d}🚀", ["👩🚀"]), ("❤\u{fe0f}", ["❤"]), ("\u{301}", []),
      ("z\u{336}a\u{336}l\u{336}g\u{336}o", ["zalgo"]), ("\u{202e}rtl\u{202c}", ["rtl"]),
      ("1d6+2", ["1d6+2"]),
    ] as [(String, [String])])
  func `words have neither case nor accents`(text: String, words: [String]) {
    #expect(FoldedWords(text).words.sorted() == words)
  }

  @Test func `thirty-two letters of a word count`() {
    let long = String(repeating: "ab", count: 40)
    #expect(FoldedWords(long).words == [String(long.prefix(32))])
    #expect(FoldedWords(String(repeating: "ß", count: 40)).words.first?.utf8.count == 32)
  }

  @Test func `the beginnings are all of them once`() {
    #expect(FoldedWords("Abe Åb o").beginnings == ["a", "ab", "abe", "o"])
  }

  @Test func `a word that begins another is not distinct`() {
    #expect(FoldedWords("a ab abc b abd").distinct == ["abc", "abd", "b"])
    #expect(FoldedWords("").distinct == [])
  }
}
