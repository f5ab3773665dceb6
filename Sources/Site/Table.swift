import Web

/// A game as a session keeps it: the rules' value and what the page shows of the past.
protocol Table: Packed {
  /// The game's address.
  static var path: String { get }

  init()

  /// Raised by every move; forms carry it, so that a stale page plays nothing.
  var revision: Int { get set }
  /// What a rule corrected in the last move, until the next.
  var notice: String? { get set }

  /// The game's page, with what is wrong with a form or why nothing was played at all.
  func page(problem: Problem?, setback: Setback?) -> any Page
}

extension Visit {
  /// Makes a move on one game of the session, once: not from a stale page, and not at all where it
  /// throws a `Problem`.
  ///
  /// Inlined, as a key path that is known where it is used costs nothing; else each write through it
  /// would unpack the game once more.
  @inline(__always)
  mutating func play<Game: Table>(
    _ game: WritableKeyPath<Session, Game?>,
    _ move: (inout Game, inout Visit) throws(Problem) -> Void
  ) -> Answer {
    let before = session[keyPath: game] ?? Game()
    guard isFresh(before.revision), !session.isReplacement else {
      let setback: Setback =
        session.isReplacement ? .damaged : before.revision == 0 ? .lost : .stale
      return .page(before.page(problem: nil, setback: setback), .conflict)
    }
    var table = before
    table.notice = nil
    do throws(Problem) {
      try move(&table, &self)
    } catch {
      return .page(before.page(problem: error, setback: nil), .unprocessable)
    }
    table.revision += 1
    session[keyPath: game] = table
    return .seeOther(Game.path)
  }

  /// The game's page as things stand.
  @inline(__always)
  func show<Game: Table>(_ game: KeyPath<Session, Game?>) -> Answer {
    let table = session[keyPath: game] ?? Game()
    return .page(table.page(problem: nil, setback: session.isReplacement ? .damaged : nil))
  }
}
