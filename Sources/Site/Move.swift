import Web

extension Visit {
  /// Makes a move on one part of the session, once: not in place of a session that could not be read,
  /// not from a stale page, and not at all where it throws a `Problem`.
  ///
  /// `move` changes the part and returns the address to go on at; `page` shows how things stand where
  /// nothing changed.
  mutating func move<Part: RevisedPart>(
    showing page: (Part, Visit, Problem) -> any Page,
    _ move: (inout Part, inout Visit) throws(Problem) -> String
  ) -> Answer {
    let before = session[Part.self] ?? Part()
    do throws(Problem) {
      if let damage = damage(to: Part.self) { throw damage }
      guard isFresh(before.revision) else {
        throw Problem(Part.notice(of: before.revision == 0 ? .lost : .stale))
      }
      var after = before
      let address = try move(&after, &self)
      after.revision += 1
      session[Part.self] = after
      return .seeOther(address)
    } catch {
      return .page(page(before, self, error), error.status, retryAfter: error.retryAfter)
    }
  }

  /// What to tell of a session that could not be read; `nil` for any other.
  func damage<Part: RevisedPart>(to _: Part.Type) -> Problem? {
    session.isReplacement ? Problem(Part.notice(of: .damaged)) : nil
  }

  /// Whether the form was drawn from that revision of a game; a first view has none, which is 0.
  private func isFresh(_ revision: Int) -> Bool {
    form["revision"] ?? "0" == String(revision)
  }
}

extension Game where State: GameState {
  /// The game's page: a first view that is the same for everybody, then the visitor's own.
  static func page() -> Route {
    .game(root) { visit in
      .page((visit.session[State.self] ?? State()).page(problem: visit.damage(to: State.self)))
    }
  }

  /// A move, after which the game's page shows what came of it.
  static func move(
    _ path: String, _ move: @escaping @Sendable (inout State, inout Visit) throws(Problem) -> Void
  ) -> Route {
    .post(path) { visit in
      visit.move(showing: { (state: State, _, problem) in state.page(problem: problem) }) {
        (state, visit) throws(Problem) in
        state.notice = nil
        try move(&state, &visit)
        return root
      }
    }
  }

  /// Something else to see of a game, or its page, which says so, where the session could not be
  /// read.
  static func view(
    _ path: String, _ show: @escaping @Sendable (State, Visit) throws -> Answer
  ) -> Route {
    .get(path) { visit in
      if let damage = visit.damage(to: State.self) { return .page(State().page(problem: damage)) }
      return try show(visit.session[State.self] ?? State(), visit)
    }
  }
}
