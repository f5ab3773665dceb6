import Games
import Mustache
import Web

let wordRoutes: [Route] = [
  .page("/") { _ in .page(PlainPage.home) },
  .page("/about") { _ in .page(PlainPage.about) },
  .page("/rules/dice") { _ in .page(PlainPage.diceRules) },
  .page("/rules/craps") { _ in .page(CrapsRulesPage()) },
  .page("/rules/pig") { _ in .page(PigRulesPage()) },
  .page("/site.webmanifest") { _ in
    .document(template: "site.webmanifest", type: "application/manifest+json")
  },
]

/// A page of words alone.
struct PlainPage: Page {
  static let templates = ["home", "about", "rules-dice"]
  let template, title, description: String
  let section: Section?

  static func declare(_ field: inout Fields<PlainPage>) {}

  static let home = PlainPage(
    template: "home", title: "Dicehall: honest dice and games to play with them",
    description:
      "Roll dice, play Craps and Pig, make characters: nothing to install and no account.",
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

/// A row of the table of points: a point and its mirror have the same chance.
private struct PointChance: Fielded {
  let odds: CrapsOdds.Point

  static func declare(_ field: inout Fields<PointChance>) {
    field("point") { "\($0.odds.point) or \(14 - $0.odds.point)" }
    field("ways") { $0.odds.ways }
    field("fraction") { $0.odds.win.description }
    field("percent") { $0.odds.win.percent() }
  }
}
