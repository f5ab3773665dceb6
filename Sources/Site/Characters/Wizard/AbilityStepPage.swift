import Games
import Mustache

/// The first step: six scores, their dice, and what they do in play.
struct AbilityStepPage: WizardPage {
  static let templates = ["characters/abilities"]
  let wizard: WizardView

  static func declare(_ field: inout Fields<AbilityStepPage>) {
    field("wizard") { $0.wizard }
    field("isRolled") { !$0.wizard.draft.abilities.isEmpty }
    field("isEmpty") { $0.wizard.table.isEmpty }
    field("abilities") { AbilityRow.rows(of: $0.wizard.draft) }
    field("kinds") { _ in Ability.allCases.map(AbilityKind.init) }
    field("rolls") { $0.rolls }
    field("caution") { $0.wizard.draft.consequences(of: .rollAbilities).sentence }
    field("primeOf") { $0.wizard.draft.characterClass?.name.lowercased() }
    field("wrong") { $0.wizard.problem?["abilities"]?.sentence }
  }

  private var rolls: String {
    let count = wizard.draft.abilityRolls
    return count == 1 ? "All six rolled once." : "All six rolled \(count) times."
  }
}

/// An ability before it is rolled.
private struct AbilityKind: Fielded {
  let ability: Ability

  static func declare(_ field: inout Fields<AbilityKind>) {
    field("name") { $0.ability.name }
    field("picture") { $0.ability.id }
    field("summary") { $0.ability.summary }
  }
}

/// An ability with its score.
struct AbilityRow: Fielded {
  let ability: Ability
  let rolled: RolledAbility
  /// After adjustment.
  let score: Int
  let isPrime: Bool

  static func rows(of draft: CharacterDraft) -> [AbilityRow] {
    zip(Ability.allCases, draft.abilities).map { ability, rolled in
      AbilityRow(
        ability: ability, rolled: rolled, score: draft.scores?[ability] ?? rolled.dice.total,
        isPrime: draft.characterClass?.primeRequisites.contains(ability) ?? false)
    }
  }

  static func declare(_ field: inout Fields<AbilityRow>) {
    field("name") { $0.ability.name }
    field("slug") { $0.ability.slug }
    field("picture") { $0.ability.id }
    field("summary") { $0.ability.summary }
    field("score") { $0.score }
    field("isPrime") { $0.isPrime }
    field("faces") { row in row.rolled.dice.faces.map { Face(value: $0) } }
    field("rolledAs") { $0.score == $0.rolled.dice.total ? nil : $0.rolled.dice.total }
    field("rerolls") { $0.rolled.rerolls == 0 ? nil : $0.rerolls }
    field("inPlay") { $0.ability.inPlay(at: $0.score) }
    field("modifiers") { row in
      row.ability.modifiers.map { ModifierRow(modifier: $0, score: row.score) }
    }
  }

  private var rerolls: String {
    rolled.rerolls == 1 ? "rerolled once" : "rerolled \(rolled.rerolls) times"
  }
}

/// What a score decides, with its value.
struct ModifierRow: Fielded {
  let modifier: Modifier
  let score: Int

  static func declare(_ field: inout Fields<ModifierRow>) {
    field("name") { $0.modifier.name }
    field("value") { $0.modifier.text(at: $0.score) }
    field("summary") { $0.modifier.summary }
  }
}

extension [Consequence] {
  /// All in one; `nil` for none.
  var sentence: String? { isEmpty ? nil : map(\.sentence).joined(separator: " ") }
}

extension Ability {
  /// What a score does, in few words: `melee +1, open doors 3-in-6`.
  func inPlay(at score: Int) -> String {
    modifiers.compactMap { $0.phrase(at: score) }.joined(separator: ", ")
  }
}

extension Modifier {
  /// `nil` for what goes without saying.
  fileprivate func phrase(at score: Int) -> String? {
    let text = text(at: score)
    let value = value(at: score)
    return switch self {
    case .melee, .openDoors, .magicSaves, .armourClass, .missile, .initiative, .hitPoints:
      "\(name.lowercased()) \(text)"
    case .extraLanguages:
      value == 0 ? nil : value.counted("extra language", "extra languages")
    case .brokenSpeech: value == 0 ? nil : "speaks brokenly"
    case .literacy: Literacy(intelligence: score).phrase
    case .npcReactions: "reactions \(text)"
    case .retainersMax: "up to \(text) \(value == 1 ? "retainer" : "retainers")"
    case .retainerLoyalty: "loyalty \(text)"
    }
  }
}

extension Literacy {
  fileprivate var phrase: String { self == .basic ? "reads a little" : name.lowercased() }
}
