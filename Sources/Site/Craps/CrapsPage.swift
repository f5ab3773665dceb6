import Games
import Mustache

final class CrapsPage: Page {
  static let templates = ["craps"]
  let title: String
  let description = "Play Craps with the odds on the table: ante, roll, make your point."
  let section: Section? = .game(CrapsGame.self)
  let isPlayed = true
  private let words: CrapsWords
  private let problem: Problem?
  private let state: CrapsState
  private var game: Craps { state.game }

  init(_ state: CrapsState, problem: Problem?) {
    self.state = state
    self.problem = problem
    words = CrapsWords(state)
    title = gameTitle(
      "Craps", outcome: state.revision == 0 ? nil : words.headline, problem: problem)
  }

  static func declare(_ field: inout Fields<CrapsPage>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.state.notice(beside: $0.problem) }
    field("headline") { $0.words.headline }
    field("explanation") { $0.words.explanation }
    field("rule") { $0.words.rule }
    field("revision") { $0.state.revision }
    field("won") { $0.game.won }
    field("lost") { $0.game.lost }
    field("bankrupt") { $0.game.bankrupt }
    field("pointOn") { $0.game.isPointOn }
    field("dice") { page in page.game.dice.map { Face(value: $0) } }
    field("rolled") { $0.state.isRolled && $0.problem?.inForm == nil }
    field("diceText") { $0.words.dice }
    field.text("balance") { $1.append(dollars: $0.game.balance) }
    field.text("ante") { $1.append(dollars: $0.game.ante) }
    field.input(
      "stake", named: "ante", value: { $0.game.ante }, in: { $0.problem },
      limits: { $0.anteLimits })
    field("anteLocked") { $0.isAnteLocked }
    field("isBetOpen") { $0.isBetOpen }
    field("anteScale") { $0.anteScale }
    field("anteHint") { $0.words.anteHint }
    field.rows("chips", { _ in Chip.all }) { chip in
      chip("id") { $0.id }
      chip("sign") { $0.sign }
      chip("words") { $0.words }
      chip("ante") { $1.ante(by: $0) }
      chip("isOpen") { !$1.isAnteLocked && $1.anteLimits ~= $1.ante(by: $0) }
    }
    field("point") { $0.words.point }
    field("total") { page -> Text in page.game.total.map { "\($0)" } ?? "none yet" }
    field("chance") { $0.words.chance }
    field("chancePercent") { $0.words.chancePercent }
    field("chanceFraction") { $0.words.chanceFraction }
    field("firstPercent") { _ in CrapsWords.firstPercent }
    field("nextRoll") { $0.words.nextRoll }
    field("meanResult") { $0.words.meanResult }
    field("tally") { $0.words.tally }
    field("rollsHeading") { $0.words.rollsHeading }
    field("rolls") { $0.words.rolls(newest: GameLog.newest) }
    field("hasMoreRolls") { $0.state.rolls.count > GameLog.newest }
    field.rows("games", of: CrapsLogLine.self) {
      $1.append(newest: GameLog.newest, of: $0.state.log)
    }
    field("hasMoreGames") { $0.state.log.count > GameLog.newest }
    field("newest") { _ in GameLog.newest }
    field("chart") { CrapsChart($0.state.log, start: $0.state.start.balance) }
    field("startOverAsks") { !$0.game.bankrupt && $0.state.canStartOver }
  }

  /// Whether the ante is locked, as nothing can be staked or the point isn't decided.
  private var isAnteLocked: Bool { game.bankrupt || game.isPointOn }

  /// Whether the bet is unfolded, being open to changes or wrong.
  private var isBetOpen: Bool { !isAnteLocked || problem?.inForm != nil }

  private var anteLimits: ClosedRange<Int> {
    game.bankrupt ? 0...0 : Craps.step...game.highestLegalAnte
  }

  /// The slider's values at its ends and between, to be read without scripts.
  private var anteScale: [Text] {
    let limits = anteLimits
    let span = limits.upperBound - limits.lowerBound
    var marks: [Int] = []
    marks.reserveCapacity(5)
    for place in 0...4 {
      let mark = limits.lowerBound + span * place / 4 / Craps.step * Craps.step
      if mark != marks.last { marks.append(mark) }
    }
    return marks.map(Text.init(dollars:))
  }

  private func ante(by chip: Chip) -> Int {
    chip.isChange ? game.ante + chip.dollars : chip.dollars
  }
}

/// A button that sets the ante.
///
/// A class, so that its fields can read it without copies.
private final class Chip: Sendable {
  let id, sign, words: String
  /// The ante, or the change to it.
  let dollars: Int
  let isChange: Bool

  init(id: String, sign: String, words: String, dollars: Int, isChange: Bool = false) {
    self.id = id
    self.sign = sign
    self.words = words
    self.dollars = dollars
    self.isChange = isChange
  }

  /// The chips: one step less, three usual bets, one step more.
  static let all =
    [Chip(id: "less", sign: "\u{2212}", words: "$5 less", dollars: -Craps.step, isChange: true)]
    + [5, 25, 100].map {
      Chip(id: "chip-\($0)", sign: $0.dollars, words: "Bet \($0.dollars)", dollars: $0)
    }
    + [Chip(id: "more", sign: "+", words: "$5 more", dollars: Craps.step, isChange: true)]
}

/// The page that asks before the balance is reset to its start.
struct StartOverPage: Page {
  static let templates = ["craps-start-over"]
  let title = "Start over? – Craps – Dicehall"
  let description = "Start Craps again."
  let section: Section? = .game(CrapsGame.self)
  let isPersonal = true
  private let state: CrapsState

  init(_ state: CrapsState) { self.state = state }

  static func declare(_ field: inout Fields<StartOverPage>) {
    // Nothing if it stays as it is.
    field("balance") { page in
      let (now, first) = (page.state.game.balance, page.state.start.balance)
      return now == first ? nil : Text(dollars: now)
    }
    field("firstBalance") { Text(dollars: $0.state.start.balance) }
    field("firstAnte") { Text(dollars: $0.state.start.ante) }
    field("revision") { $0.state.revision }
    field("pointOn") { $0.state.game.isPointOn }
  }
}

/// The page of the rules of Craps, with computed odds.
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
