import Games
import Mustache

/// The rules of Craps and its odds, which are computed and not typed in.
struct CrapsRulesPage: Page {
  static let templates = ["rules-craps"]
  let title = "Rules and odds of Craps – Dicehall"
  let description = "The simplified game of Craps with its exact chances, worked out step by step."
  let section: Section? = .rules

  static func declare(_ field: inout Fields<CrapsRulesPage>) {
    // A point and its mirror, such as 4 and 10, have the same chance.
    field.rows("chances", { _ in CrapsOdds.points.filter { $0.point < 7 } }) { odds in
      odds("point") { "\($0.point) or \(14 - $0.point)" }
      odds("ways") { $0.ways }
      odds("fraction") { $0.win.description }
      odds("percent") { $0.win.percent() }
    }
    field("winFraction") { _ in CrapsOdds.win.description }
    field("winPercent") { _ in CrapsOdds.win.percent(places: 2) }
    field("expectedRolls") { _ in CrapsOdds.expectedRolls.decimal(places: 2) }
    field("edgePercent") { _ in
      let change = CrapsOdds.expectedChange
      return Fraction(-change.numerator, change.denominator).percent(places: 2)
    }
  }
}
