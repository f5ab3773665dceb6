import Games
import Mustache

/// What ability scores decide: modifiers, experience, trades of points, languages, retainers.
struct AbilitiesPage: Page {
  static let templates = ["reference/abilities"]
  let title = "Abilities – Characters – Dicehall"
  let description =
    "Modifiers of all six abilities, prime requisites and experience, languages, retainers."
  let section: Section? = .game(CharactersGame.self)

  static func declare(_ field: inout Fields<AbilitiesPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .abilities) }
    field("abilities") { _ in Ability.allCases.map(AbilityTable.init) }
    field("percents") { _ in ExperienceRow.percents.map { "\($0.modifierText)%" } }
    field("experience") { _ in CharacterClass.allCases.map(ExperienceRow.init) }
    field("rate") { _ in Adjustments.rate.words }
    field("floor") { _ in Adjustments.floor }
    field("ceiling") { _ in Adjustments.ceiling }
    field("trades") { _ in CharacterClass.allCases.map(TradeRow.init) }
    field("tongues") { _ in Language.choosable.map(\.name) }
    field("alignments") { _ in
      Alignment.allCases.map { Term(name: $0.name, text: $0.summary) }
    }
    field("literacies") { _ in
      Literacy.allCases.map { Term(name: $0.name, text: $0.summary) }
    }
    field("hiring") { _ in
      Retainers.hireResults.map { ReferenceRow(head: $0.span, cells: [$0.text]) }
    }
    field("hiringNotes") { _ in Retainers.notes }
  }
}

/// One ability's modifiers by score.
private struct AbilityTable: Fielded {
  let ability: Ability

  static func declare(_ field: inout Fields<AbilityTable>) {
    field("id") { $0.ability.id }
    field("slug") { $0.ability.slug }
    field("name") { $0.ability.name }
    field("summary") { $0.ability.summary }
    field("columns") { $0.ability.modifiers.map(\.name) }
    field("terms") { table in
      table.ability.modifiers.map { Term(name: $0.name, text: $0.summary) }
    }
    field("rows") { table in
      ReferenceRow.bands(AbilityScores.range) { score in
        table.ability.modifiers.map { $0.text(at: score) }
      }
    }
  }
}

/// The prime requisites that a class needs for each change of experience.
private struct ExperienceRow: Fielded {
  let characterClass: CharacterClass

  /// Those of all classes, the best first.
  static let percents = Set(CharacterClass.records.flatMap(\.experienceTiers).map(\.percent))
    .sorted(by: >)

  static func declare(_ field: inout Fields<ExperienceRow>) {
    field("class") { ClassLink(characterClass: $0.characterClass) }
    field("cells") { row in
      percents.map { LabelledCell(label: "\($0.modifierText)%", text: row.text($0)) }
    }
  }

  private func text(_ percent: Int) -> String {
    let tiers = characterClass.record.experienceTiers
    if let tier = tiers.first(where: { $0.percent == percent }) { return tier.text }
    return percent == 0 ? ExperienceTier.otherwise : "\u{2013}"
  }
}

extension ExperienceTier {
  fileprivate static let otherwise = "otherwise"

  /// The scores that it needs: `Strength 13+`.
  var text: String {
    minimums.isEmpty
      ? ExperienceTier.otherwise
      : minimums.map { "\($0.text)+" }.listed(isAnyEnough ? "or" : "and")
  }
}

/// The scores that a class may trade.
private struct TradeRow: Fielded {
  let characterClass: CharacterClass

  static func declare(_ field: inout Fields<TradeRow>) {
    field("class") { ClassLink(characterClass: $0.characterClass) }
    field("raise") { $0.characterClass.record.primeRequisitesText }
    field("lower") { $0.characterClass.record.mayLower.map(\.name).listed() }
  }
}

/// A cell with a label of its own, for narrow screens, where the table has no columns.
struct LabelledCell: Fielded {
  let label: String
  let text: String

  static func declare(_ field: inout Fields<LabelledCell>) {
    field("label") { $0.label }
    field("text") { $0.text }
  }
}

extension Retainers.HireResult {
  /// `3–5`; the first and the last row also take all beyond.
  fileprivate var span: String {
    let results = Retainers.hireResults
    if self == results.first { return "\(totals.upperBound) or less" }
    return self == results.last ? "\(totals.lowerBound) or more" : totals.text
  }
}
