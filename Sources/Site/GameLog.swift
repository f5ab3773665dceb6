/// How a game shows what a session keeps of it: the newest lines on the game's page, and everything
/// on a page and in two files of its own.
enum GameLog {
  /// How many lines the game's page shows.
  static let newest = 12
}

extension Game where State: GameState {
  /// The routes of the whole log: a page, and the same as CSV and as JSON.
  package static func log(
    page: @escaping @Sendable (State) -> any Page, csv: @escaping @Sendable (State) -> [UInt8],
    json: @escaping @Sendable (State) -> [UInt8]
  ) -> [Route] {
    [
      view("\(root)/log") { state, _ in .page(page(state)) },
      view("\(root)/log.csv") { state, _ in
        .file(type: "text/csv; charset=utf-8", name: "\(slug)-log.csv", bytes: csv(state))
      },
      view("\(root)/log.json") { state, _ in
        .file(type: "application/json", name: "\(slug)-log.json", bytes: json(state))
      },
    ]
  }
}
