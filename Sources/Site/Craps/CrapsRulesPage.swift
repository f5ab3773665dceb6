import Games
import Mustache

/// The rules of Craps and its odds, which are computed and not typed in.
struct CrapsRulesPage: Page {
  static let templates = ["rules-craps"]
  let title = "Rules and odds of Craps – Dicehall"
  let description = "The simplified game of Craps with its exact chances, worked out step by step."
  let section: Section? = .rules

  static func declare(_ field: inout Fields<CrapsRulesPage>) {
    field("chances") { _ in
      CrapsOdds.points.filter { $0.point < 7 }.map(PointChance.init)
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

/// A row in the table of points: a point and its mirror, such as 4 and 10, have the same chance.
private struct PointChance: Fielded {
  let odds: CrapsOdds.Point

  static func declare(_ field: inout Fields<PointChance>) {
    field("point") { "\($0.odds.point) or \(14 - $0.odds.point)" }
    field("ways") { $0.odds.ways }
    field("fraction") { $0.odds.win.description }
    field("percent") { $0.odds.win.percent() }
  }
}
