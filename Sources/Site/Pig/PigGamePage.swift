import Games
import Mustache

/// The page of a game in the session: its result, history and, with the coach on, its report.
struct PigGamePage: Page {
  static let templates = ["pig-game"]
  let title: String
  let description = "One game of Pig, event by event."
  let section: Section? = .game(PigGame.self)
  let isPersonal = true
  private let number: Int
  private let result: String
  private let log: PigLog
  private let coach: Bool
  private let isInPlay: Bool

  /// - Returns: `nil` for a game that is not kept.
  init?(_ state: PigState, number: Int) {
    guard let log = state.log(of: number) else { return nil }
    self.number = number
    self.log = log
    isInPlay = number == state.number && !log.game.isOver
    result = log.result(isInPlay: isInPlay)
    coach = state.coach
    title = "Game \(number) – Pig – Dicehall"
  }

  static func declare(_ field: inout Fields<PigGamePage>) {
    field("number") { $0.number }
    field("result") { $0.result }
    field("lines") { $0.log.lines() }
    field("leftOut") { $0.log.leftOut > 0 ? $0.log.leftOut : nil }
    field("report") { $0.coach && !$0.isInPlay ? PigReport($0.log) : nil }
  }
}
