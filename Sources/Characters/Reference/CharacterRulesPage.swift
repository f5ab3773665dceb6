import Games
import Mustache
import Site

/// How a character is made, step by step.
struct CharacterRulesPage: Page {
  static let templates = ["rules-osr"]
  let title = "How characters are made – Dicehall"
  let description =
    "From six rolls to a record sheet: making a first-level character for old-school play."
  let section: Section? = .rules

  static func declare(_ field: inout Fields<CharacterRulesPage>) {
    field("rate") { _ in Adjustments.rate.words }
    field("floor") { _ in Adjustments.floor }
    field("ceiling") { _ in Adjustments.ceiling }
    field("lowerable") { _ in Adjustments.lowerable.map(\.name).listed() }
    field("requirements") { _ in
      CharacterClass.allCases.filter { !$0.record.requirements.isEmpty }.map {
        Term(name: $0.name, text: $0.record.requirementsText)
      }
    }
    field("hitDice") { _ in
      [DieType.d4, .d6, .d8].map { die in
        let classes = CharacterClass.allCases.filter { $0.hitDie == die }
        return Term(
          name: die.name, text: classes.map { $0.name.lowercased() }.listed().asSentence)
      }
    }
    field("lastHitDie") { _ in LevelRecord.lastHitDie }
    field("spells") { _ in Spell.allCases.count.words }
    field("unarmoured") { _ in Armour.unarmoured }
    field("gearWeight") { _ in Load.gearWeight }
    field("lightLoad") { _ in Load.steps[0].upTo }
    field("fastest") { _ in Load.steps[0].movement.base }
    field("mostWeight") { _ in Load.most.groupedText }
  }
}
