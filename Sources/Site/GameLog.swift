/// The routes and limits of a game's log in the session.
///
/// The newest lines are on the game's page, and all of them on a page and in two files of their
/// own.
package enum GameLog {
  /// The number of lines on the game's page.
  package static let newest = 12
}

extension Game where State: GameState {
  /// Returns the routes of the whole log: a page, and files.
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
