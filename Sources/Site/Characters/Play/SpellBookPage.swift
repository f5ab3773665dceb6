import Games
import Mustache
import Web

/// What a caster's book holds, and what is prepared for the day.
struct SpellBookPage: EntryPage {
  static let templates = ["characters/spell-book"]
  static let tab = OpenCharacter.Tab.spells
  let layout: EntryLayout<OpenCharacter>

  /// - Throws: `Refusal` 404 for who casts no spells.
  init(_ layout: EntryLayout<OpenCharacter>, in _: Visit) throws {
    guard layout.open.character.characterClass.magic != nil else { throw Refusal.castsNothing }
    self.layout = layout
  }

  static func declare(_ field: inout Fields<SpellBookPage>) {
    field("layout") { $0.layout }
    field("aDay") { $0.character.spellSlots.dayText }
    field("hasBook") { $0.character.characterClass.magic == .arcane }
    field("book") { page in
      page.character.spellBook.map { BookSpell(spell: $0) }
    }
    field("isBookEmpty") { $0.character.spellBook.isEmpty }
    field("canLearn") { !$0.character.learnable.isEmpty }
    field("learnable") { page in
      SpellGroup.all(of: page.character.learnable, chosen: page.layout.problem?.form?["spell"])
    }
    field("learnWrong") { $0.layout.wrong("spell") }
    field("canPrepare") { !$0.character.preparable.isEmpty }
    field("preparable") { page in
      page.character.preparable.map { PreparableSpell($0, page.character, page.layout.problem) }
    }
    field("prepareWrong") { $0.layout.wrong("prepared") }
  }
}

/// A spell in the book.
private struct BookSpell: Fielded {
  let spell: ListedSpell

  static func declare(_ field: inout Fields<BookSpell>) {
    field("id") { $0.spell.id }
    field("name") { $0.spell.name }
    field("about") { $0.spell.about }
  }
}

/// Spells of one level to choose from.
private struct SpellGroup: Fielded {
  let level: Int
  let choices: [ChoiceWord]

  static func all(of spells: [ListedSpell], chosen: String?) -> [SpellGroup] {
    (1...6).compactMap { level in
      let choices = spells.filter { $0.level == level }.map {
        ChoiceWord(value: $0.id, words: $0.name, isChosen: $0.id == chosen)
      }
      return choices.isEmpty ? nil : SpellGroup(level: level, choices: choices)
    }
  }

  static func declare(_ field: inout Fields<SpellGroup>) {
    field("level") { $0.level }
    field("choices") { $0.choices }
  }
}

/// A spell that may be prepared, and how often it is.
private struct PreparableSpell: Fielded {
  let spell: ListedSpell
  let count: String
  let most: Int

  init(_ spell: ListedSpell, _ character: PlayerCharacter, _ problem: Problem?) {
    self.spell = spell
    let prepared = character.record.prepared.count { $0.spell == spell }
    count = problem?.form?[spell.id]?.shownAgain ?? "\(prepared)"
    most = character.spellSlots[spell.level - 1]
  }

  static func declare(_ field: inout Fields<PreparableSpell>) {
    field("id") { $0.spell.id }
    field("name") { $0.spell.name }
    field("about") { $0.spell.about }
    field("count") { $0.count }
    field("most") { $0.most }
  }
}

extension ListedSpell {
  /// The level, and what the rules say in a word.
  var about: String {
    let reverse = reverse.map { "; reversed: \($0)" } ?? ""
    guard let record else { return "Level \(level)\(reverse)" }
    return "Level \(level)\(reverse). \(record.effect)"
  }
}

extension SpellBookPage {
  static let routes: [Route] = [
    show,
    change("learn", .learned, at: "spell") { character, visit throws(RuleRefusal) in
      try character.learning(try ListedSpell(visit.form, of: character))
    },
    change("forget", .forgot) { character, visit throws(RuleRefusal) in
      try character.forgetting(try ListedSpell(visit.form, of: character))
    },
    change("prepare", .prepared, at: "prepared") { character, visit throws(RuleRefusal) in
      var spells: [ListedSpell] = []
      for spell in character.preparable {
        guard let typed = visit.form[spell.id], !typed.isEmpty else { continue }
        let most = character.spellSlots[spell.level - 1]
        guard let count = visit.form.whole(spell.id), 0...most ~= count else {
          throw .noSlotLeft(level: spell.level, slots: most)
        }
        spells += Array(repeating: spell, count: count)
      }
      return try character.preparing(spells)
    },
  ]
}

extension ListedSpell {
  /// The one that a form names.
  /// - Throws: `RuleRefusal.spellUnknown`.
  init(_ form: Form, of character: PlayerCharacter) throws(RuleRefusal) {
    guard let magic = character.characterClass.magic,
      let spell = form["spell"].flatMap({ ListedSpell(id: $0, of: magic) })
    else { throw .spellUnknown }
    self = spell
  }
}

extension Refusal {
  fileprivate static let castsNothing = Refusal(.notFound, "This character casts no spells.")
}
