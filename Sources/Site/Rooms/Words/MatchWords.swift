/// What a match says before two players are there.
enum MatchWords {
  static func waiting(_ seats: Int) -> String {
    seats == 0 ? "Waiting for two players" : "Waiting for the second player"
  }

  static let invitation =
    "The match begins as soon as two have joined. Whoever joined first rolls first."
}
