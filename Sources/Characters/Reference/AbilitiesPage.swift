import Games
import Mustache
import Site

/// The page on ability scores: modifiers, experience, trades of points, languages, retainers.
struct AbilitiesPage: SheetedPage {
  static let templates = ["reference/abilities"]
  let title = "Abilities – Characters – Dicehall"
  let description =
    "Modifiers of all six abilities, prime requisites and experience, languages, retainers."

  static func declare(_ field: inout Fields<AbilitiesPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .abilities) }
    field.rows("abilities", { _ in Ability.allCases }) { ability in
      ability("id") { $0.id }
      ability("slug") { $0.slug }
      ability("name") { $0.name }
      ability("summary") { $0.summary }
      ability("columns") { $0.modifiers.map(\.name) }
      ability("terms") { $0.modifiers.map { Term(name: $0.name, text: $0.summary) } }
      ability("rows") { ability in
        ReferenceRow.bands(AbilityScores.range) { score in
          ability.modifiers.map { $0.text(at: score) }
        }
      }
    }
    field("percents") { _ in percents.map { "\($0.modifierText)%" } }
    field.rows("experience", { _ in CharacterClass.allCases }) { row in
      row("class") { $0 }
      row.rows("cells", { _ in percents }) { percent in
        percent("label") { "\($0.modifierText)%" }
        percent("text") { AbilitiesPage.scores(for: $0, $1.record) }
      }
    }
    field("rate") { _ in Adjustments.rate.words }
    field("floor") { _ in Adjustments.floor }
    field("ceiling") { _ in Adjustments.ceiling }
    field.rows("trades", { _ in CharacterClass.allCases }) { row in
      row("class") { $0 }
      row("raise") { $0.record.primeRequisitesText }
      row("lower") { $0.record.mayLower.map(\.name).listed() }
    }
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

  /// The percentages of experience of all classes, the best first.
  private static let percents = Set(
    CharacterClass.records.flatMap(\.experienceTiers).map(\.percent)
  ).sorted(by: >)

  /// Returns the scores of prime requisites with which a class gets a percentage.
  private static func scores(for percent: Int, _ record: ClassRecord) -> String {
    if let tier = record.experienceTiers.first(where: { $0.percent == percent }) {
      return tier.text
    }
    return percent == 0 ? ExperienceTier.otherwise : "\u{2013}"
  }
}

extension ExperienceTier {
  fileprivate static let otherwise = "otherwise"

  /// The scores needed: `Strength 13+`.
  var text: String {
    minimums.isEmpty
      ? ExperienceTier.otherwise
      : minimums.map { "\($0.text)+" }.listed(isAnyEnough ? "or" : "and")
  }
}

extension Retainers.HireResult {
  /// The totals as text: `3–5`; the first and last row include all beyond.
  fileprivate var span: String {
    let results = Retainers.hireResults
    if self == results.first { return "\(totals.upperBound) or less" }
    return self == results.last ? "\(totals.lowerBound) or more" : totals.text
  }
}
