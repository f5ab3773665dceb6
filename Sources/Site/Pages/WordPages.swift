import Games
import Mustache
import Web

let wordRoutes: [Route] = [
  .page("/") { _ in .page(HomePage()) },
  .page("/about") { _ in .page(AboutPage()) },
  .page("/rules/dice") { _ in .page(DiceRulesPage()) },
  .page("/rules/craps") { _ in .page(CrapsRulesPage()) },
  .page("/site.webmanifest") { _ in
    .document(template: "site.webmanifest", type: "application/manifest+json")
  },
]

/// The hall: what there is to play, one click from each.
struct HomePage: Page {
  static let template = "home"
  let title = "Dicehall: honest dice and games to play with them"
  let description = "Roll dice and play Craps in your browser: nothing to install, no account."
  let section: Section? = .home

  func write(to fields: inout Fields) {}
}

struct AboutPage: Page {
  static let template = "about"
  let title = "About – Dicehall"
  let description = "What Dicehall is, what it keeps, and how it is made to work for everybody."
  let section: Section? = .about

  func write(to fields: inout Fields) {}
}

struct DiceRulesPage: Page {
  static let template = "rules-dice"
  let title = "Rules of the dice – Dicehall"
  let description = "Dice notation, totals, limits, and how a fair die is made."
  let section: Section? = .rules

  func write(to fields: inout Fields) {}
}

struct CrapsRulesPage: Page {
  static let template = "rules-craps"
  let title = "Rules and odds of Craps – Dicehall"
  let description = "The simplified game of Craps with its exact chances, worked out step by step."
  let section: Section? = .rules

  func write(to fields: inout Fields) {
    // A point and its mirror (4 and 10) have the same chance.
    let pairs = CrapsOdds.points.filter { $0.point < 7 }
    fields.set("chances", pairs.map(PointChance.init))
    fields.set("winFraction", CrapsOdds.win.description)
    fields.set("winPercent", CrapsOdds.win.percent(places: 2))
    fields.set("expectedRolls", CrapsOdds.expectedRolls.decimal(places: 2))
    let edge = Fraction(-CrapsOdds.expectedChange.numerator, CrapsOdds.expectedChange.denominator)
    fields.set("edgePercent", edge.percent(places: 2))
  }
}

private struct PointChance: Fielded {
  let odds: CrapsOdds.Point

  func write(to fields: inout Fields) {
    fields.set("point", "\(odds.point) or \(14 - odds.point)")
    fields.set("ways", odds.ways)
    fields.set("fraction", odds.win.description)
    fields.set("percent", odds.win.percent())
  }
}
