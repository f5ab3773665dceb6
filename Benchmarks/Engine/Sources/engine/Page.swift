/// A page as long as typical pages of the hall: a log of games, with 44 texts and 63 numbers.
struct Page {
  let base: String
  let title: String
  let player: String
  let notice: String
  let game: String
  let luckiest: String
  let worst: String
  let chance: String
  let remark: String
  /// The revision of the session shown.
  let revision: Int
  /// A number of games, like `won`.
  let played: Int
  let won: Int
  let rows: [Row]
}

/// A finished game.
struct Row {
  /// Counted from 1.
  let number: Int
  let event: String
  /// Whole dollars; may be negative.
  let balance: Int
}

extension Page {
  /// The page that all contenders show.
  static let example = Page(
    base: "/hall", title: "Craps & Pig: the log", player: "Ann \"Boxcars\" O'Neill",
    notice: "The ante is <b>not</b> given back", game: "Craps at table 2",
    luckiest: "6 + 5 = 11, a natural", worst: "1 + 1 = 2, snake eyes", chance: "244 of 495, 49.3%",
    remark: "Dice have no memory, and the hall has no clock", revision: 4711, played: 1_204,
    won: 593,
    rows: (1...30).map { number in
      let event = events[number % events.count]
      return Row(number: number, event: event, balance: (number * 7919) % 2500 - 95)
    })

  /// Four of ten have something to escape.
  private static let events = [
    "Lost on the point of 4 after two throws", "Won with 7 at once",
    "Lost: a 3 is \"craps\"", "Won, the point of 8 was made", "Lost & had to start over",
    "Won with 11 at once", "Lost on the point of 10, after no less than nine throws",
    "Won: Ann's lucky point of 6", "Lost on 12, the boxcars", "Won <5 to 1> on the hard 8",
  ]
}

extension Page {
  /// The page for an engine that looks up names in dictionaries.
  var dictionary: [String: Any] {
    [
      "base": base, "title": title, "player": player, "notice": notice, "game": game,
      "luckiest": luckiest, "worst": worst, "chance": chance, "remark": remark,
      "revision": revision, "played": played, "won": won,
      "rows": rows.map { row -> [String: Any] in
        ["number": row.number, "event": row.event, "balance": row.balance]
      },
    ]
  }
}
