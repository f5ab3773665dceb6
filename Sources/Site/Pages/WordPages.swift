import Games
import Mustache
import Web

let wordRoutes: [Route] = [
  .page("/") { _ in .page(PlainPage.home) },
  .page("/about") { _ in .page(PlainPage.about) },
  .page("/rules/dice") { _ in .page(PlainPage.diceRules) },
  .page("/rules/craps") { _ in .page(CrapsRulesPage()) },
  .page("/site.webmanifest") { _ in
    .document(template: "site.webmanifest", type: "application/manifest+json")
  },
]

/// A page of words alone.
struct PlainPage: Page {
  let template, title, description: String
  let section: Section?

  func write(to fields: inout Fields) {}

  static let home = PlainPage(
    template: "home", title: "Dicehall: honest dice and games to play with them",
    description: "Roll dice and play Craps in your browser: nothing to install, no account.",
    section: .home)
  static let about = PlainPage(
    template: "about", title: "About – Dicehall",
    description: "What Dicehall is, what it keeps, and how it is made to work for everybody.",
    section: .about)
  static let diceRules = PlainPage(
    template: "rules-dice", title: "Rules of the dice – Dicehall",
    description: "Dice notation, totals, limits, and how a fair die is made.", section: .rules)
}

/// The rules of Craps and its odds, reckoned and not typed in.
struct CrapsRulesPage: Page {
  let template = "rules-craps"
  let title = "Rules and odds of Craps – Dicehall"
  let description = "The simplified game of Craps with its exact chances, worked out step by step."
  let section: Section? = .rules

  func write(to fields: inout Fields) {
    let pairs = CrapsOdds.points.filter { $0.point < 7 }
    fields.set("chances", pairs.map(PointChance.init))
    fields.set("winFraction", CrapsOdds.win.description)
    fields.set("winPercent", CrapsOdds.win.percent(places: 2))
    fields.set("expectedRolls", CrapsOdds.expectedRolls.decimal(places: 2))
    let edge = Fraction(-CrapsOdds.expectedChange.numerator, CrapsOdds.expectedChange.denominator)
    fields.set("edgePercent", edge.percent(places: 2))
  }
}

/// A row of the table of points: a point and its mirror have the same chance.
private struct PointChance: Fielded {
  let odds: CrapsOdds.Point

  func write(to fields: inout Fields) {
    fields.set("point", "\(odds.point) or \(14 - odds.point)")
    fields.set("ways", odds.ways)
    fields.set("fraction", odds.win.description)
    fields.set("percent", odds.win.percent())
  }
}
