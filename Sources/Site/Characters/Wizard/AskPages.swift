import Games
import Mustache

/// Asks once more before a character in the making is given up.
struct AbandonPage: Page {
  static let templates = ["characters/abandon"]
  let title = "Abandon this character? – New character – Dicehall"
  let description = "Give up the character that is being made."
  let section: Section? = .game(CharactersGame.self)
  private let table: DraftState
  private let step: Step

  /// Leads back to `step`, where it is open, who keeps the character.
  init(_ table: DraftState, from step: Step) {
    self.table = table
    self.step = table.draft.isOpen(step) ? step : table.draft.firstOpenStep
  }

  static func declare(_ field: inout Fields<AbandonPage>) {
    field("revision") { $0.table.revision }
    field("what") { $0.table.draft.belongings }
    field("isSaved") { $0.table.saved.isSomewhere }
    field("keep") { $0.step.path.withinGame }
  }
}

/// Asks before a whole new character takes the place of one in the making.
struct SurprisePage: Page {
  static let templates = ["characters/surprise"]
  let title = "Surprise me? – New character – Dicehall"
  let description = "Make a whole new character by chance."
  let section: Section? = .game(CharactersGame.self)
  private let table: DraftState

  init(_ table: DraftState) { self.table = table }

  static func declare(_ field: inout Fields<SurprisePage>) {
    field("revision") { $0.table.revision }
    field("what") { $0.table.draft.belongings }
    field("isSaved") { $0.table.saved.isSomewhere }
  }
}

extension CharacterDraft {
  /// All that was rolled, chosen and bought, in the order of the steps.
  fileprivate var belongings: [String] {
    var list: [String] = []
    if let scores {
      let texts = Ability.allCases.map { "\($0.abbreviation) \(scores[$0])" }
      list.append("Scores: \(texts.joined(separator: ", "))")
    }
    if let characterClass { list.append("Class: \(characterClass.name)") }
    if let hitPoints { list.append("Hit points: \(hitPoints)") }
    if let goldRolled { list.append("Gold: \(goldRolled) gp") }
    if !name.isEmpty { list.append("Name: \(fullName.isolated)") }
    if let spell { list.append("Spell: \(spell.name)") }
    if !goods.isEmpty { list.append("Equipment for \(goods.cost) gp") }
    return list
  }
}
