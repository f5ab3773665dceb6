import Games
import Mustache
import Rooms
import Site
import Web

/// A strategy in a run of a league, or a meeting of two strategies, as a row of a download.
struct LeagueRow {
  /// A player in a download.
  struct Player {
    let seat: Int?
    /// The name; `nil` if names are hidden.
    let name: String?
    let strategy: String
  }

  /// The number of the run, from 1.
  let run: Int
  /// The number of its event.
  let number: Int
  let time: Int
  let player: Player
  /// The other player of a meeting; `nil` in a player's own row.
  var other: Player?
  /// The rank, in a player's own row.
  var rank: Int?
  /// The chances of winning if the player begins, and if the other does.
  var first, second: Double?
  /// The share of games won, in this meeting or in all of them.
  let share: Double

  static let columns: Columns<LeagueRow> = [
    "run": { .number($0.run) },
    "number": { .number($0.number) },
    "time": { .word(String(Moment(seconds: $0.time).iso)) },
    "rank": { .number($0.rank) },
    "seat": { .number($0.player.seat) },
    "name": { LeagueRow.name(of: $0.player) },
    // Once for each player, as tables are long and meetings many.
    "strategy": { .word($0.other == nil ? $0.player.strategy : nil) },
    "otherSeat": { .number($0.other?.seat) },
    "otherName": { LeagueRow.name(of: $0.other) },
    "ifFirst": { LeagueRow.cell($0.first) },
    "ifSecond": { LeagueRow.cell($0.second) },
    "share": { LeagueRow.cell($0.share) },
  ]

  private static func name(of player: Player?) -> Cell {
    player?.name.map { .text($0) } ?? .word(nil)
  }

  private static func cell(_ chance: Double?) -> Cell {
    chance.map { .either(csv: "\($0)", .number("\($0)")) } ?? .word(nil)
  }

  /// Calls the closure with all rows of a run: each strategy, best first, with its meetings.
  static func forEach(
    of result: StrategyLeague.Result, run: Int, of event: RoomEvent, names: (Int) -> String?,
    _ take: (LeagueRow) throws -> Void
  ) rethrows {
    let league = result.league
    let players = league.chances.indices.map { player in
      guard let seat = result.seat(of: player) else {
        let name = PigLeague.standards[player - result.seats.count].name
        return Player(seat: nil, name: name, strategy: name.lowercased())
      }
      return Player(seat: seat, name: names(seat), strategy: league.strategies[player].text)
    }
    for one in league.ranking {
      try take(
        LeagueRow(
          run: run, number: event.number, time: event.time, player: players[one],
          rank: league.rank(of: one), share: league.shares[one]))
      for other in league.ranking where other != one {
        try take(
          LeagueRow(
            run: run, number: event.number, time: event.time, player: players[one],
            other: players[other], first: league.chances[one][other],
            second: PigLeague.rounded(1 - league.chances[other][one]),
            share: league.share(of: one, against: other)))
      }
    }
  }
}
