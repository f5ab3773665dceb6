import DiceLanguage
import Games
import Mustache
import Rooms

/// Every component of the pages once, as it looks in games that are always the same.
final class DesignPage: Page {
  static let path = "/about/design"
  static let templates = ["design"]
  let title = "Design – Dicehall"
  let description = "Every component of Dicehall’s pages: felt, dice, gauges, charts, fields."
  let section: Section? = .about
  let guestStylesheets = [CrapsGame.stylesheet, PigGame.stylesheet, RoomGame.stylesheet]
    .compactMap(\.self)
  private let dice: DicePage
  private let craps: CrapsPage
  private let pig: PigPage
  private let odds: OddsPage
  private let things: [ThingPictures]
  /// Not at the first wrong field, which takes the focus from the page.
  private let problem = Problem([
    .init("Write a name.", field: "first"),
    .init("“banana” isn’t a number. Try 13.", field: "goal", input: "banana"),
  ])

  /// And the places of the words that came.
  private static let draws = [
    ("3d{heads, tails}", [0, 1, 0]), ("2 from {\(CardFace.suit.words)}", [1, 3]),
    ("4 from {red*3, blue*2, green*2}", [0, 1, 0, 2]), ("d{red*3, blue*2, yellow}", [1]),
  ]

  /// - Throws: never in practice, as all it plays is legal.
  init(_ client: OddsClient) throws {
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
    things = try DesignPage.draws.compactMap { text, came in
      guard case .tally(let tally) = try Yield(parsing: text) else { return nil }
      return ThingPictures(
        PlayedRoll(dice: came, total: .zero), in: try ExperimentSettings(.tally(tally)))
    }
    var question = OddsQuestion(x: "4d6kh3", y: "3d6")
    question.t = "13"
    odds = OddsPage(question, try client.answer(to: question), target: try question.target)
  }

  static func declare(_ field: inout Fields<DesignPage>) {
    field("dice") { $0.dice }
    field("craps") { $0.craps }
    field("pig") { $0.pig }
    field("odds") { $0.odds }
    field("things") { $0.things }
    field.input("name", value: { _ in "Ada" }, in: { _ in nil })
    field.input("goal", value: { _ in "banana" }, in: { $0.problem })
    field("problem") { _ in Problem("The room is paused. Wait for the host.") }
    field("notice") { _ in "Your ante is now $25." }
  }
}
