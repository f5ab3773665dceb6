import Games
import Rooms
import Site

/// The sentences for a class that plays Pig in pairs.
enum PairsWords {
  static let over = "This game is over. Wait for the next round."
  static let waiting =
    "The game starts as soon as somebody joins, or the host lets the computer play."
  static let noGame = "You’re not in a game"

  /// Returns a seat's standing, such as `Round 2. You’ve won 1 of 2 games.`, in a sentence.
  static func standing(_ pairs: PigPairs, of seat: Int) -> String {
    let standing = pairs.standing(of: seat)
    guard standing.played > 0 else { return "Round \(pairs.round)." }
    let games = standing.played.counted("game", "games")
    return "Round \(pairs.round). You’ve won \(standing.won) of \(games)."
  }

  /// Returns the state of a round; `nil` before anybody has joined.
  static func said(_ pairs: PigPairs) -> String? {
    let games = pairs.finished + pairs.unfinished
    guard games > 0 else { return nil }
    let all = games.counted("game", "games")
    let are = pairs.finished == 1 ? "is" : "are"
    return "Round \(pairs.round): \(pairs.finished) of \(all) \(are) over."
  }

  /// Returns the findings from all games so far, a sentence each.
  static func findings(_ pairs: PigPairs) -> [String] {
    let tally = pairs.tally
    var sentences: [String] = []
    if tally.games > 0 {
      let start = PigPosition(goal: pairs.settings.goal, own: 0, other: 0, turnTotal: 0)
      let exact = OptimalPig.shared(goal: start.goal).advice(at: start).chance
      sentences.append(
        """
        Whoever began won \(tally.beginnerWon) of \(tally.games.counted("game", "games")) between two \
        people, \((Double(tally.beginnerWon) / Double(tally.games)).percent()). If both play as well as they \
        can, the chance is \(exact.percent()).
        """)
    }
    if tally.holds > 0 {
      let mean = (Double(tally.banked) / Double(tally.holds)).fixed(places: 1)
      let turns = tally.holds.counted("turn", "turns")
      sentences.append("Turns that were held banked \(mean) points on average (\(turns)).")
    }
    if tally.ones > 0 {
      let times = tally.ones.counted("time", "times")
      sentences.append("A 1 came up \(times) and cost \(tally.lost.counted("point", "points")).")
    }
    return sentences
  }

  static func unfinished(_ pairs: PigPairs) -> String {
    let left = pairs.unfinished
    let games = left == 1 ? "One game isn’t over" : "\(left) games aren’t over"
    return
      "\(games) and will end without a winner. Everyone gets a new opponent as far as possible."
  }
}

extension PigMatch {
  /// Returns whether the computer may play for a seat, or at a free place for 0.
  func canSubstitute(_ seat: Int) -> Bool {
    let place = seat == 0 ? freePlaces.first : place(of: seat)
    return game?.isOver != true && computer == nil && place.map { self[$0.other] != nil } ?? false
  }
}
