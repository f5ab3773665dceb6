import DiceLanguage
import Games
import Mustache

/// The page with every component of the pages, as in games that are always the same.
final class DesignPage: Page {
  static let path = "/about/design"
  static let templates = ["design"]
  let title = "Design – Dicehall"
  let description = "Every component of Dicehall’s pages: felt, dice, gauges, charts, fields."
  let section: Section? = .about
  let guestStylesheets: [String]
  private let dice: DicePage
  private let craps: CrapsPage
  private let pig: PigPage
  private let odds: OddsPage
  private let things: [ThingPictures]
  /// A problem without a field, whose first wrong field would take the focus.
  private let problem = Problem([
    .init("Write a name.", field: "first"),
    .init("“banana” isn’t a number. Try 13.", field: "goal", input: "banana"),
  ])

  /// The draws, as the places of the words that came up.
  private static let draws: [(ThingKind, words: String, came: [Int])] = [
    (.coin, "{heads,tails}", [0, 1, 0]),
    (.card, "{hearts*13,diamonds*13,clubs*13,spades*13}", [1, 3]),
    (.marble, "{red*3,blue*2,green*2}", [0, 1, 0, 2]), (.spinner, "{red*3,blue*2,yellow}", [1]),
  ]

  /// The colours and grounds, with their contrast in light and dark.
  private static let colours = [
    ("ink", "paper", "12.7", "14.5"), ("soft", "paper", "6.0", "9.2"),
    ("felt", "paper", "6.5", "9.0"), ("brass", "paper", "6.2", "10.1"),
    ("loss", "paper", "6.5", "8.9"), ("blue", "paper", "7.5", "9.6"),
    ("edge", "paper", "4.0", "5.4"), ("ink", "card", "14.5", "12.5"),
    ("felt", "tint", "6.0", "6.6"), ("on-felt", "felt-hi", "6.4", "7.6"),
    ("felt-soft", "felt-hi", "5.4", "6.4"), ("felt-loss", "lost-hi", "6.0", "6.0"),
    ("on-felt", "well", "13.1", "13.1"), ("gold-ink", "gold", "10.2", "10.2"),
    ("on-felt", "rail", "14.7", "14.7"), ("bone-ink", "bone", "11.1", "11.1"),
  ]
  private static let sizes = [
    "hero", "big", "0", "1", "2", "3", "4", "body", "small", "label", "tiny",
  ]
  private static let motions = [
    ("press", "0.12", "a button goes down"), ("tumble", "0.42", "dice roll"),
    ("land", "0.2", "then the total appears"),
  ]

  /// - Throws: never in practice, as all its games are legal.
  init(_ visit: Visit) throws {
    guestStylesheets = [
      CrapsGame.stylesheet, PigGame.stylesheet, visit.features.shared.stylesheet,
    ].compactMap(\.self)
    let client = visit.odds
    var random = SeededGenerator(seed: 7)
    var dice = DiceState()
    dice.roll(1, try Formula(parsing: "4d6kh3"), using: &random, at: 0)
    self.dice = DicePage(dice, client, NamedRolls(), problem: nil)
    var craps = CrapsState()
    repeat { craps.roll(using: &random) } while !craps.game.isPointOn
    self.craps = CrapsPage(craps, problem: nil)
    var pig = PigState()
    for _ in 1...2 {
      repeat { try pig.roll(using: &random) } while pig.game.turnTotal < 20
      try pig.hold(using: &random)
    }
    repeat { try pig.roll(using: &random) } while pig.game.turnTotal < 10
    self.pig = PigPage(pig, problem: nil)
    things = DesignPage.draws.compactMap { kind, words, came in
      WordList(ofDie: words).flatMap { ThingPictures(kind, of: $0, came: came) }
    }
    var question = OddsQuestion(x: "4d6kh3", y: "3d6")
    question.t = "13"
    odds = OddsPage(question, try client.answer(to: question), target: try question.target)
  }

  static func declare(_ field: inout Fields<DesignPage>) {
    field.rows("swatches", { _ in colours }) { colour in
      colour("name") { $0.0 }
      colour("ground") { $0.1 }
      colour("light") { $0.2 }
      colour("dark") { $0.3 }
    }
    field("sizes") { _ in sizes }
    field("spaces") { _ in Array(1...7) }
    field.rows("motions", { _ in motions }) { motion in
      motion("name") { $0.0 }
      motion("seconds") { $0.1 }
      motion("what") { $0.2 }
    }
    field("dice") { $0.dice }
    field("craps") { $0.craps }
    field("pig") { $0.pig }
    field("odds") { $0.odds }
    field("things") { $0.things }
    field.input("name", value: { _ in "Ada" }, in: { _ in nil })
    field.input("goal", value: { _ in "banana" }, in: { $0.problem })
    field("problem") { _ in Problem("The room is paused. Wait for the host.") }
    field("notice") { _ in "Your bet is now $25." }
  }
}
