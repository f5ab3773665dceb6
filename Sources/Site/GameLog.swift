/// How a game shows what a session keeps of it: the newest lines on the game's page, and everything
/// on a page and in two files of its own.
enum GameLog {
  /// How many lines the game's page shows.
  static let newest = 12
}

extension Game where State: GameState {
  /// The routes of the whole log: a page, and the same as files.
  package static func log(
    page: @escaping @Sendable (State) -> any Page,
    file: @escaping @Sendable (State, FileType) -> [UInt8]
  ) -> [Route] {
    [view("\(root)/log") { state, _ in .page(page(state)) }]
      + FileType.allCases.map { type in
        view("\(root)/log.\(type.rawValue)") { state, _ in
          .file("\(slug)-log", file(state, type), as: type)
        }
      }
  }
}
