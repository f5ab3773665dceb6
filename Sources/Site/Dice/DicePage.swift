import DiceLanguage
import Games
import Mustache
import Web

final class DicePage: Page {
  static let templates = ["dice"]
  let title: String
  let description =
    "Roll any dice, from d4 to 8d6! and 4d6kh3: fair dice, every face and its exact chance shown."
  let section: Section? = .game(DiceGame.self)
  let isPlayed = true
  private let problem: Problem?
  /// The state with an address's offer applied.
  private let state: DiceState
  /// The dice that can be chosen.
  private let structure: DieStructure
  /// Whether an address offers something else than the current dice.
  private let isOffered: Bool
  /// The last roll, if its dice are on the table.
  private let thrown: DiceState.Throw?
  /// The text that an address puts into the field.
  private let offered: String?
  private let named: NamedRollsView
  private let words: DiceWords
  private let odds: RollOdds?
  /// The outlook of the last total, empty after many rolls; `nil` if its chances aren't known.
  private let outlook: RollOutlook?

  /// Creates the page; an address puts `offered` into the field, and `name` into that of a name.
  init(
    _ state: DiceState, _ odds: OddsClient, _ named: NamedRolls, offered: String? = nil,
    name: String? = nil, problem: Problem?
  ) {
    structure = state.structure
    let offer = problem == nil ? offered.flatMap { try? Formula(parsing: $0) } : nil
    isOffered = offer.map { $0.notation != state.notation } ?? false
    var state = state
    if let offer, isOffered {
      state.take(offer)
      state.pickUp()
    }
    self.state = state
    self.named = NamedRollsView(named, revision: state.revision, problem: problem, name: name)
    self.problem = problem
    self.offered = offered
    let thrown = state.isThrown ? state.history.last : nil
    self.thrown = thrown
    let odds =
      isOffered
      ? odds.easyRollOdds(of: state.notation)
      : state.expression != nil || thrown != nil ? odds.rollOdds(of: state.notation) : nil
    self.odds = odds
    // Beside the results of many rolls, the chances of the last would be taken for theirs.
    outlook = thrown.flatMap { odds?.outlook(of: $0) }
      .map { state.thrown > 1 ? RollOutlook([]) : $0 }
    words = DiceWords(
      state, odds,
      offered: problem == nil
        ? nil : offered.flatMap { try? Formula(parsing: $0) }?.notation,
      refusal: DiceWords.refusal(problem))
    title = gameTitle(
      "Dice", outcome: state.revision == 0 ? nil : words.headline, problem: problem)
  }

  static func declare(_ field: inout Fields<DicePage>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.problem.map { $0.notice?.sentence } ?? $0.state.notice }
    field("lead") { $0.words.lead }
    field("figure") { $0.words.figure }
    field("isLong") { $0.words.isLong }
    field("isMean") { $0.words.isMean }
    // The name under which the roll is kept.
    field("rolledAs") { $0.thrown == nil ? nil : $0.named.name(of: $0.state.notation) }
    field("explanation") { $0.words.explanation }
    field("reading") {
      $0.isOffered || $0.state.expression != nil ? $0.odds?.reading : nil
    }
    field("revision") { $0.state.revision }
    field("expression") { $0.state.shownExpression }
    field.input(
      "typed", named: "expression", value: { $0.offered ?? $0.state.notation },
      in: { $0.problem })
    field("oddsQuery") { PercentCoding.encode([("x", $0.state.notation)]) }
    // The possible totals.
    field.object("range", { $0.range }) { range in
      range("lowest") { $0.lowest }
      range("highest") { $0.highest }
      range("mean") { $0.mean }
    }
    field.rows("dieTypes", { _ in DieType.allCases }) { type in
      type("name") { $0.name }
      type("picture") { $0 == .d6 ? "d6-5" : $0.name }
      type("selected") { $0 == $1.structure.type }
    }
    // Whether Roll rolls the chosen dice.
    field("isChoiceInForce") { $0.state.expression == nil }
    // A number's field can't show other text, so it is left empty.
    field("dice") { $0.problem?["dice"] == nil ? $0.structure.totalDice : nil }
    field("modifier") { $0.problem?["modifier"] == nil ? $0.structure.modifier : nil }
    // The chosen dice as they are, for the buttons that change them.
    field("chosenDie") { $0.structure.type.name }
    field("chosenDice") { $0.structure.totalDice }
    field("chosenModifier") { $0.structure.modifier }
    field("dieWrong") { $0.problem?["die"] }
    field("diceWrong") { $0.problem?["dice"] }
    field("modifierWrong") { $0.problem?["modifier"] }
    field.object("result", { $0.thrown }) { thrown in
      thrown.text("faces") { $0.writeFaces(to: &$1) }
      thrown.text("total") { $0.writeTotal(to: &$1) }
    }
    // The chosen dice as they lie on the table.
    field.object("throw", { $0.thrown?.roll }) { roll in
      roll("faces") { roll in roll.faces.map { Face(value: $0, type: roll.structure.type) } }
      // The modifier: `+3`; `nil` for none.
      roll("modifier") { $0.structure.modifier == 0 ? nil : $0.structure.modifier.modifierText }
    }
    field("roll") { $0.roll }
    field("outlook") { $0.outlook }
    field("isShared") { !$0.draws.isEmpty }
    field.text("draws") { page, text in
      for (index, draw) in page.draws.enumerated() {
        if index > 0 { text.append(".") }
        text.append(draw)
      }
    }
    field("oddsRefusal") { $0.odds?.refusal }
    field("isOfSum") { $0.isRepeated }
    field("rolled") { $0.thrown != nil && $0.problem?.inForm == nil && $0.named.news == nil }
    field("named") { $0.named }
    field("isMoreOpen") { $0.isMoreOpen }
    field("chart") { $0.chart }
    field("soFar") { $0.soFar }
    field("hasTally") { $0.state.tally != nil }
    field.rows("history", of: DiceLogLine.self) {
      $1.append(newest: GameLog.newest, of: $0.state.history)
    }
    field("hasMore") { $0.state.history.count > GameLog.newest }
    field("newest") { _ in GameLog.newest }
  }

  private var range: (lowest: String, highest: String, mean: Text)? {
    guard state.expression != nil else {
      return (
        structure.lowest.signedText, structure.highest.signedText, DiceWords.mean(of: structure)
      )
    }
    return odds?.chances.map {
      (
        $0.distribution.minimum.signedText, $0.distribution.maximum.signedText,
        "\($0.mean.decimal)"
      )
    }
  }

  /// The draws, for a link that shows them; empty for several rolls or too many dice.
  private var draws: [Int] {
    guard state.thrown == 1, let thrown else { return [] }
    return switch thrown.outcome {
    case .dice(let roll): roll.faces
    case .expression: state.detail?.draws ?? []
    }
  }

  private var record: RollRecord? {
    guard case .expression(let record) = thrown?.outcome else { return nil }
    return record
  }

  private var roll: RollView? {
    guard let record, let detail = state.detail else { return nil }
    return RollView(record, detail)
  }

  private var isRepeated: Bool { (record?.rounds.count ?? 1) > 1 }

  /// Whether the section is open, being in use or wrong.
  private var isMoreOpen: Bool {
    state.expression != nil || offered != nil || problem?["die"] != nil
  }

  private var chart: DiceChart? {
    switch state.tally {
    case .dice(let tally) where tally.rolls >= DiceChart.enough: DiceChart(tally)
    case .expression(let tally) where tally.rolls >= DiceChart.enough:
      odds?.tally.map { DiceChart(tally, $0) } ?? DiceChart(tally, odds?.chances)
    default: nil
    }
  }

  /// A summary that replaces the chart while there are too few rolls.
  private var soFar: Text? {
    switch state.tally {
    case .dice(let tally) where tally.rolls < DiceChart.enough: DiceWords.soFar(tally)
    case .expression(let tally) where tally.rolls < DiceChart.enough:
      odds?.tally.map { DiceWords.soFar(tally, $0.odds.words) }
        ?? odds?.chances.map { DiceWords.soFar(tally, $0.mean) }
    default: nil
    }
  }
}

extension RollOdds {
  fileprivate func outlook(of thrown: DiceState.Throw) -> RollOutlook? {
    switch thrown.outcome {
    case .dice(let roll): return chances?.outlook(of: roll.total)
    case .expression(let record):
      if let came = record.tally { return tally?.outlook(of: came) }
      return Rational(packed: record.total).flatMap { chances?.outlook(of: $0) }
    }
  }
}

extension DiceState {
  /// Returns the mistake in the expression of the hall's address, if there is one.
  static func problem(ofLink visit: Visit) -> Problem? {
    guard Audience(of: visit.request.path) == .people,
      let text = visit.request.query["expression"]?.trimmingBlanks, !text.isEmpty
    else { return nil }
    do throws(Problem) {
      _ = try formula(text)
      return nil
    } catch {
      return error
    }
  }

  package func page(in visit: Visit, problem: Problem?) -> any Page {
    // In a frame it is an option that has been applied.
    let isInHall = Audience(of: visit.request.path) == .people
    // Typed text isn't lost with a move that can't be made.
    let typed = problem == nil ? nil : visit.form
    let offered = (isInHall ? visit.request.query["expression"] : nil) ?? typed?["expression"]
    return DicePage(
      self, visit.odds, visit.session[NamedRolls.self] ?? NamedRolls(),
      offered: offered?.shownAgain,
      name: typed?["rollName"]?.shownAgain, problem: problem)
  }
}
