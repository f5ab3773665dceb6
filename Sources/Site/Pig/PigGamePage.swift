import Games
import Mustache

/// One game of the session to read: how it ended, its history and, with the coach on, its costs.
struct PigGamePage: Page {
  static let templates = ["pig-game"]
  let title: String
  let description = "One game of Pig, event by event."
  let section: Section? = .pig
  private let record: PigRecord
  private let log: PigLog
  private let story: PigStory
  private let coach, isInPlay: Bool

  /// - Returns: `nil` for a game that is not kept.
  init?(_ table: PigTable, number: Int) {
    guard let record = table[number], let log = record.log else { return nil }
    self.record = record
    self.log = log
    story = PigStory(log)
    coach = table.coach
    isInPlay = number == table.number
    title = "Game \(number) – Pig – Dicehall"
  }

  static func declare(_ field: inout Fields<PigGamePage>) {
    field("number") { $0.record.number }
    field("result") { $0.isInPlay && !$0.record.game.isOver ? "still in play" : $0.record.result }
    field("lines") { $0.story.lines.reversed() }
    field("leftOut") { $0.log.leftOut > 0 ? $0.log.leftOut : nil }
    field("report") { $0.coach ? PigReport($0.log, $0.story) : nil }
  }
}
