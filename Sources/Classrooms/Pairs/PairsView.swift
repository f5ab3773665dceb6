import Games
import Mustache
import Rooms
import Site

/// A class that plays Pig in pairs: all games of a round, the standings, and what they show.
struct PairsView: Fielded {
  private let pairs: PigPairs
  private let opened: OpenRoom
  private let onWall: Bool

  /// The most rows of the standings on a wall.
  private static let leaders = 10

  /// - Returns: `nil` in a room of another kind.
  init?(_ opened: OpenRoom, onWall: Bool) {
    guard let pairs = opened.room.pairs else { return nil }
    self.pairs = pairs
    self.opened = opened
    self.onWall = onWall
  }

  static func declare(_ field: inout Fields<PairsView>) {
    field("round") { $0.pairs.round }
    field("said") { $0.opened.said() ?? RoomWords.nothingYet }
    field("nextRound") { $0.pairs.round + 1 }
    field("isUnfinished") { $0.pairs.unfinished > 0 }
    field.rows("games", { $0.games }) { game in
      game("index") { $0.index }
      game("table") { $0.index + 1 }
      game("canSubstitute") { game, view in
        !view.onWall && !view.opened.isClosed && game.match.canSubstitute(0)
      }
      game("players") { $0.players }
    }
    field.rows("standings", { $0.standings }) { row in
      row("name") { $1.name(of: $0.seat) }
      row("won") { $0.standing.won }
      row("played") { $0.standing.played }
    }
    field("more") { view -> String? in
      let more = view.onWall ? view.seats.count - PairsView.leaders : 0
      return more > 0 ? more.counted("more seat", "more seats") : nil
    }
    field("findings") { PairsWords.findings($0.pairs) }
  }

  private var games: [(index: Int, match: PigMatch, players: [PigScore])] {
    pairs.games.enumerated().map { index, game in
      let match = game.match
      let players = match.game.map { game in
        Seat.allCases.map { place in
          PigScore(
            name: match[place].map(name) ?? nameLeft(at: place, in: game), game: game, place: place,
            isFree: match.freePlaces.contains(place))
        }
      }
      return (index, match, players ?? [])
    }
  }

  private var hidesNames: Bool { onWall && opened.hidesNames(onWall: true) }

  private func name(of seat: Int) -> String { opened.name(of: seat, isHidden: hidesNames) }

  /// Returns the name of somebody who has left, or of the computer.
  private func nameLeft(at place: Seat, in game: Pig) -> String {
    hidesNames ? opened.hidden(game[place].name) : game.name(place)
  }

  private var seats: [RoomSeat] { opened.room.seats.filter { !$0.isRemoved } }

  /// The seats in order: those with most wins first, and among equals those with fewest games.
  private var standings: [(seat: Int, standing: PigPairs.Standing)] {
    let all = seats.map { (seat: $0.number, standing: pairs.standing(of: $0.number)) }
      .sorted { one, other in
        (-one.standing.won, one.standing.played, one.seat)
          < (-other.standing.won, other.standing.played, other.seat)
      }
    return onWall ? Array(all.prefix(PairsView.leaders)) : all
  }
}
