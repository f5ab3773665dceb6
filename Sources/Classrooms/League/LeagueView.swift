import Games
import Mustache
import Rooms
import Site
import Web

/// A league of strategies: the ranking of the last run, and what it shows.
struct LeagueView: Fielded {
  private let league: StrategyLeague
  private let opened: OpenRoom
  private let onWall: Bool

  /// The most rows of the ranking on a wall.
  private static let leaders = 10

  /// - Returns: `nil` in a room of another kind.
  init?(_ opened: OpenRoom, onWall: Bool) {
    guard let league = opened.room.league else { return nil }
    self.league = league
    self.opened = opened
    self.onWall = onWall
  }

  static func declare(_ field: inout Fields<LeagueView>) {
    field("said") { $0.opened.said() ?? RoomWords.nothingYet }
    field("written") { LeagueWords.written($0.league, $0.opened.room) }
    field("toRun") { LeagueWords.toRun($0.league) }
    field("canRun") { !$0.league.isFinished && !$0.league.isUpToDate }
    field("runs") { $0.league.runs > 0 ? $0.league.runs : nil }
    field.rows("ranking", { $0.shown }) { row in
      row("rank") { $0.result.league.rank(of: $0.player) }
      row("name") { $1.name(of: $0.player, in: $0.result) }
      row("strategy") { player, _ -> String? in
        let strategies = player.result.league.strategies
        return strategies.indices ~= player.player ? strategies[player.player].name : nil
      }
      row("share") { LeagueWords.share($0.result.league.shares[$0.player]) }
      row("gap") { LeagueWords.gap(of: $0.player, in: $0.result.league) }
    }
    field("more") { view -> String? in
      let more = view.ranking.count - view.shown.count
      return more > 0 ? more.counted("more strategy", "more strategies") : nil
    }
    field("surprise") { view in
      view.league.result.map { result in
        LeagueWords.surprise(result) { view.name(of: $0, in: result) }
      }
    }
  }

  /// The players of the last run, best first.
  private var ranking: [(player: Int, result: StrategyLeague.Result)] {
    league.result.map { result in result.league.ranking.map { ($0, result) } } ?? []
  }

  private var shown: ArraySlice<(player: Int, result: StrategyLeague.Result)> {
    ranking.prefix(onWall ? LeagueView.leaders : .max)
  }

  private func name(of player: Int, in result: StrategyLeague.Result) -> String {
    LeagueWords.name(
      of: player, in: result, opened, isHidden: onWall && opened.hidesNames(onWall: true))
  }
}

/// A league on a seat's page: the seat's strategy, its result, and the forms to write one.
struct SeatLeague: Fielded {
  let league: StrategyLeague
  let opened: OpenRoom
  let seat: Int
  let problem: Problem?

  static func declare(_ field: inout Fields<SeatLeague>) {
    field("headline") { $0.headline }
    field("strategy") { $0.strategy.map { "Your strategy: \($0.name)." } }
    field("findings") { $0.findings }
    field("canWrite") { !$0.opened.isClosed }
    field("canSave") { !$0.opened.room.isPaused }
    field("forms") { league in
      WrittenStrategy.Form.allCases.map {
        StrategyForm(
          form: $0, goal: league.league.goal, strategy: league.strategy, problem: league.problem)
      }
    }
  }

  private var strategy: WrittenStrategy? { league.strategies[seat] }

  /// The seat's player in the last run.
  private var player: Int? { league.result?.player(of: seat) }

  var headline: String {
    guard let player, let result = league.result?.league else {
      return strategy == nil
        ? "Write your strategy" : "You’re in. Wait for the host to run the league"
    }
    return "Place \(result.rank(of: player)) of \(result.ranking.count)"
  }

  private var findings: [String] {
    guard let player, let result = league.result?.league else { return [] }
    let isChanged = result.strategies[player] != strategy
    return LeagueWords.own(player, in: result) + (isChanged ? [LeagueWords.changed] : [])
  }
}

/// A form for a strategy, filled in with the seat's own.
struct StrategyForm: Fielded {
  let form: WrittenStrategy.Form
  let goal: Int
  let strategy: WrittenStrategy?
  let problem: Problem?

  /// The number in a form that nobody has filled in; any would do.
  private static let unwritten = 20

  static func declare(_ field: inout Fields<StrategyForm>) {
    field("word") { $0.form.rawValue }
    field("title") { $0.form.title }
    field("explanation") { $0.form.explanation }
    field("isOpen") { $0.isOpen }
    field("inputs") { $0.form == .table ? [] : $0.inputs }
    field("columns") { $0.form == .table ? WrittenStrategy.fifths(of: $0.goal) : [] }
    field.rows("rows", { $0.rows }) { row in
      row("name") { $0.name }
      row("cells") { $0.cells }
    }
  }

  /// Whether it is open: the form of the last strategy, or of the simplest before the first, or one
  /// with a mistake.
  private var isOpen: Bool {
    if let typed = problem?.form?["form"] { return typed == form.rawValue }
    return form == (strategy?.form ?? .holdAt)
  }

  private var inputs: [Input] {
    let written = strategy?.form == form ? strategy?.numbers : nil
    return zip(form.fields(goal: goal), form.limits).enumerated().map { place, entry in
      let ((name, label), limits) = entry
      let faults = problem?[name]
      // A number's control can't show other text, so it is left empty.
      let isUnreadable = faults?.mistakes.first?.input != nil
      let value = problem?.form?[name]?.shownAgain ?? "\(written?[place] ?? StrategyForm.unwritten)"
      return Input(
        name: name, value: isUnreadable ? nil : value, wrong: faults, limits: limits, label: label)
    }
  }

  private var rows: [(name: String, cells: [Input])] {
    guard form == .table else { return [] }
    let (side, inputs) = (WrittenStrategy.side, inputs)
    return WrittenStrategy.fifths(of: goal).enumerated().map { row, name in
      (name, Array(inputs[row * side..<(row + 1) * side]))
    }
  }
}

extension WrittenStrategy {
  /// Reads a seat's form.
  /// - Throws: `Problem` with all mistakes and the form, to show it again.
  init(_ sent: Web.Form, goal: Int) throws(Problem) {
    guard let form = sent["form"].flatMap(Form.init(rawValue:)) else {
      throw Problem("Choose one of the three ways to write a strategy.")
    }
    var mistakes: [Problem.Mistake] = []
    var numbers: [Int] = []
    for ((name, label), limits) in zip(form.fields(goal: goal), form.limits) {
      let text = sent[name] ?? ""
      let typed = TypedNumber(text)
      if let typed, !typed.wasRounded, limits ~= typed.number {
        numbers.append(typed.number)
      } else {
        mistakes.append(
          .init(
            "\(label): write a whole number from \(limits.words).", field: name,
            input: typed == nil ? text : nil))
      }
    }
    guard mistakes.isEmpty, let strategy = try? WrittenStrategy(form, numbers) else {
      throw Problem(mistakes, form: sent)
    }
    self = strategy
  }
}
