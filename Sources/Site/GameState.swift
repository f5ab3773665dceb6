import Web

/// Something that a session keeps and forms change.
protocol SessionPart: Packed {
  init()

  /// Raised by every move; forms carry it, so that a stale page plays nothing.
  var revision: Int { get set }
}

/// A game as a session keeps it: the rules' value and what the page shows of the past.
protocol GameState: SessionPart {
  /// The game's address.
  static var path: String { get }

  /// What a rule corrected in the last move, until the next.
  var notice: String? { get set }

  /// The game's page, with what is wrong with a form or why nothing was played at all.
  func page(problem: Problem?, setback: Setback?) -> any Page
}

extension Visit {
  /// Makes a move on one part of the session, once: not from a stale page, and not at all where it
  /// throws a `Problem`.
  ///
  /// `page` shows how things stand where nothing changes; `move` returns the address to go on at.
  ///
  /// Inlined, as a key path that is known where it is used costs nothing; else each write through it
  /// would unpack the part once more.
  @inline(__always)
  mutating func change<Part: SessionPart>(
    _ part: WritableKeyPath<Session, Part?>,
    page: (Part, Visit, Problem?, Setback?) -> any Page,
    _ move: (inout Part, inout Visit) throws(Problem) -> String
  ) -> Answer {
    let before = session[keyPath: part] ?? Part()
    guard isFresh(before.revision), !session.isReplacement else {
      let setback: Setback =
        session.isReplacement ? .damaged : before.revision == 0 ? .lost : .stale
      return .page(page(before, self, nil, setback), .conflict)
    }
    var after = before
    let address: String
    do throws(Problem) {
      address = try move(&after, &self)
    } catch {
      return .page(page(before, self, error, nil), error.status, retryAfter: error.retryAfter)
    }
    after.revision += 1
    session[keyPath: part] = after
    return .seeOther(address)
  }

  /// Makes a move on one game of the session; see `change`.
  @inline(__always)
  mutating func play<Game: GameState>(
    _ game: WritableKeyPath<Session, Game?>,
    _ move: (inout Game, inout Visit) throws(Problem) -> Void
  ) -> Answer {
    change(
      game,
      page: { table, _, problem, setback in
        table.page(problem: problem, setback: setback)
      }
    ) { table, visit throws(Problem) in
      table.notice = nil
      try move(&table, &visit)
      return Game.path
    }
  }

  /// The game's page as things stand.
  @inline(__always)
  func show<Game: GameState>(_ game: KeyPath<Session, Game?>) -> Answer {
    let table = session[keyPath: game] ?? Game()
    return .page(table.page(problem: nil, setback: session.isReplacement ? .damaged : nil))
  }
}
