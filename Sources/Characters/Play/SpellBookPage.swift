import Games
import Mustache
import Site
import Web

/// The page of a caster's book and the spells prepared for the day.
struct SpellBookPage: EntryPage {
  static let templates = ["characters/spell-book"]
  static let tab = OpenCharacter.Tab.spells
  let layout: EntryLayout<OpenCharacter>

  /// - Throws: `Refusal` 404 for a character that casts no spells.
  init(_ layout: EntryLayout<OpenCharacter>, in _: Visit) throws {
    guard layout.open.character.characterClass.magic != nil else {
      throw Refusal(.notFound, "This character casts no spells.")
    }
    self.layout = layout
  }

  static func declare(_ field: inout Fields<SpellBookPage>) {
    field("layout") { $0.layout }
    field("aDay") { $0.character.spellSlots.dayText }
    field("hasBook") { $0.character.characterClass.magic == .arcane }
    field.rows("book", { $0.character.spellBook }) { row in
      row("id") { $0.id }
      row("name") { $0.name }
      row("about") { $0.about }
    }
    field.rows("learnable", { $0.character.learnable.byLevel }) { group in
      group("level") { $0[0].level }
      group("choices") { group, page in
        let chosen = page.layout.problem?.form?["spell"]
        return group.map {
          ChoiceWord(value: $0.id, words: $0.name, isChosen: $0.id == chosen)
        }
      }
    }
    field.rows("unknown", { $0.character.learnable }) { row in
      row("name") { $0.name }
      row("about") { $0.about }
    }
    field("learnWrong") { $0.layout.wrong("spell") }
    field.rows("preparable", { $0.character.preparable }) { row in
      row("id") { $0.id }
      row("name") { $0.name }
      row("about") { $0.about }
      row("count") { spell, page in
        let prepared = page.character.record.prepared.count { $0.spell == spell }
        return page.layout.text(spell.id, "\(prepared)")
      }
      row("most") { $1.character.spellSlots[$0.level - 1] }
    }
    field("prepareWrong") { $0.layout.wrong("prepared") }
  }

  static let routes: [Route] = [
    show, undo,
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

extension [ListedSpell] {
  var byLevel: [[ListedSpell]] {
    Dictionary(grouping: self, by: \.level).sorted { $0.key < $1.key }.map(\.value)
  }
}

extension ListedSpell {
  /// The level and effect.
  var about: String {
    let reverse = reverse.map { "; reversed: \($0)" } ?? ""
    return "Level \(level)\(reverse). \(effect)"
  }

  /// Reads the spell that a form names.
  /// - Throws: `RuleRefusal.spellUnknown`.
  init(_ form: Form, of character: PlayerCharacter) throws(RuleRefusal) {
    guard let magic = character.characterClass.magic,
      let spell = form["spell"].flatMap({ ListedSpell(id: $0, of: magic) })
    else { throw .spellUnknown }
    self = spell
  }
}
