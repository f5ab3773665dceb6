import Games
import Mustache

/// The page of a session's log of Pig: the game in play, and links to the earlier games.
struct PigLogPage: Page {
  static let templates = ["pig-log"]
  let title = "All games – Pig – Dicehall"
  let description = "All your games of Pig, event by event."
  let section: Section? = .game(PigGame.self)
  let isPersonal = true
  private let state: PigState

  init(_ state: PigState) { self.state = state }

  static func declare(_ field: inout Fields<PigLogPage>) {
    field("isEmpty") { $0.state.revision == 0 }
    field("number") { $0.state.number }
    field("result") { $0.state.log.result(isInPlay: true) }
    field("lines") { $0.state.log.lines() }
    field("leftOut") { $0.state.log.leftOut > 0 ? $0.state.log.leftOut : nil }
    field("games") { $0.state.earlier.reversed().map(PigGameLine.init) }
    field("forgotten") { $0.state.forgotten > 0 ? $0.state.forgotten : nil }
  }
}

/// An earlier game in the list.
struct PigGameLine: Fielded {
  let record: PigRecord

  static func declare(_ field: inout Fields<PigGameLine>) {
    field("number") { $0.record.number }
    field("result") { $0.record.result }
  }
}
