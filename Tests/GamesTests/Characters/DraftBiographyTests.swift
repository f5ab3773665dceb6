import Testing

@testable import Games

@Suite struct DraftBiographyTests {
  private func describing(
    _ name: String, title: String = "", languages: [Language] = [],
    int: Int = 16, _ characterClass: CharacterClass = .cleric
  ) throws -> CharacterDraft {
    try CharacterDraft.shopper(characterClass, gold: 100, scores: .of(13, int, 13, 13, 13, 13))
      .describing(name: name, title: title, languages: languages)
  }

  @Test func `blanks around name and title do not count`() throws {
    let draft = try describing(" \t Nim \n", title: "  of the Hill ")
    #expect(draft.name == "Nim")
    #expect(draft.title == "of the Hill")
  }

  @Test(arguments: [
    "", " ", " \n\t ", "\u{200B}", "\u{2800}", "\u{200B} \u{200B}", "\u{3164}\u{2060}",
  ])
  func `a name is needed`(name: String) {
    #expect(throws: RuleRefusal.words(.name, .empty)) { try describing(name) }
  }

  @Test func `60 characters are a name, 61 are not`() throws {
    let family = "👨‍👩‍👧‍👦"
    #expect(try describing(String(repeating: "ä", count: 60)).name.count == 60)
    #expect(try describing(String(repeating: "子", count: 60)).name.count == 60)
    #expect(try describing(family).name == family)
    #expect(throws: RuleRefusal.words(.name, .tooLong)) {
      try describing(String(repeating: "ä", count: 61))
    }
    #expect(throws: RuleRefusal.words(.name, .tooLong)) {
      try describing(String(repeating: "x", count: 10_000))
    }
    #expect(try describing("Nim", title: String(repeating: "t", count: 60)).title.count == 60)
    #expect(throws: RuleRefusal.words(.title, .tooLong)) {
      try describing("Nim", title: String(repeating: "t", count: 61))
    }
  }

  @Test func `a letter has at most eight accents`() throws {
    let eight = String(repeating: "\u{0301}", count: 8)
    #expect(try describing("Za\(eight)lgo", title: "o\(eight)").name == "Za\(eight)lgo")
    #expect(throws: RuleRefusal.words(.name, .tooLarge)) { try describing("Za\(eight)\u{0301}lgo") }
    #expect(throws: RuleRefusal.words(.title, .tooLarge)) {
      try describing("Nim", title: "o\(eight)\u{0301}")
    }
  }

  @Test func `a pile of accents is too long, however few letters it has`() {
    let pile = "Z" + String(repeating: "\u{0301}", count: 400)
    #expect(pile.count == 1)
    #expect(throws: RuleRefusal.words(.name, .tooLarge)) { try describing(pile) }
    #expect(throws: RuleRefusal.words(.title, .tooLarge)) { try describing("Nim", title: pile) }
  }

  @Test(arguments: [
    "a\u{0}b", "a\nb", "a\u{202E}b", "a\u{2066}b", "a\u{FFFD}b", "a\u{2028}b", "a\u{1B}[2Jb",
  ])
  func `control characters are refused`(text: String) {
    #expect(throws: RuleRefusal.words(.name, .unprintable)) { try describing(text) }
    #expect(throws: RuleRefusal.words(.title, .unprintable)) { try describing("Nim", title: text) }
  }

  @Test(arguments: [
    "{{7*7}}", "<script>alert(1)</script>", "=cmd|' /C calc'!A0", "O'Brien & \"Co\"",
  ])
  func `text that others may misread stays as typed`(name: String) throws {
    #expect(try describing(name).name == name)
  }

  @Test(arguments: [(3, 0), (12, 0), (13, 1), (15, 1), (16, 2), (17, 2), (18, 3)])
  func `intelligence says how many languages can be learnt`(int: Int, allowed: Int) throws {
    let three: [Language] = [.dragon, .ogre, .pixie]
    let draft = try describing("Nim", languages: Array(three.prefix(allowed)), int: int)
    #expect(draft.languages.count == allowed)
    #expect(draft.languagesAllowed == allowed)
    let many = Array((three + [.harpy]).prefix(allowed + 1))
    #expect(throws: RuleRefusal.tooManyLanguages(chosen: allowed + 1, allowed: allowed)) {
      try describing("Nim", languages: many, int: int)
    }
  }

  @Test func `no language is learnt twice or known before`() {
    #expect(throws: RuleRefusal.languageDuplicate(.ogre)) {
      try describing("Nim", languages: [.ogre, .ogre])
    }
    for language in [Language.common, .alignment] {
      #expect(throws: RuleRefusal.languageAlreadyKnown(language)) {
        try describing("Nim", languages: [language])
      }
    }
    for language in [Language.elvish, .gnoll, .hobgoblin, .orcish] {
      #expect(throws: RuleRefusal.languageAlreadyKnown(language)) {
        try describing("Nim", languages: [language], .elf)
      }
    }
  }

  @Test func `languages that the class knows are not offered`() throws {
    let elf = try describing("Nim", languages: [.ogre], .elf)
    #expect(elf.languagesOffered.count == 16)
    #expect(elf.languagesOffered.contains(.ogre))
    #expect(!elf.languagesOffered.contains(.elvish))
  }

  @Test func `a refused biography changes nothing and reports every fault`() throws {
    let draft = try describing("Nim", languages: [.ogre])
    let rules = draft.brokenRules(
      name: " ", title: "\u{7}", languages: [.ogre, .ogre, .common])
    #expect(rules.map(\.part) == [.text(.name), .text(.title), .languages, .languages, .languages])
    #expect(
      rules.map(\.refusal) == [
        .words(.name, .empty), .words(.title, .unprintable),
        .tooManyLanguages(chosen: 3, allowed: 2),
        .languageDuplicate(.ogre), .languageAlreadyKnown(.common),
      ])
    #expect(draft.brokenRules(name: "A", title: "", languages: []).isEmpty)
  }
}
