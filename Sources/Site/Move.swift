import Web

extension Visit {
  /// Makes a move on one part of the session, at most once.
  ///
  /// Nothing changes if the session could not be read, if the form is stale, or if `move` throws.
  /// `move` changes the part and returns the address to redirect to; `page` shows the unchanged
  /// part with the problem.
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

  /// The problem to show for a session that could not be read; `nil` for any other.
  func damage<Part: RevisedPart>(to _: Part.Type) -> Problem? {
    session.isReplacement ? Problem(Part.notice(of: .damaged)) : nil
  }

  /// Whether the form carries this revision; a form without one counts as revision 0.
  private func isFresh(_ revision: Int) -> Bool {
    form["revision"] ?? "0" == String(revision)
  }
}

extension Game where State: GameState {
  /// The route of the game's page: the same first view for everybody, then the visitor's own game.
  static func page() -> Route {
    .game(root) { visit in
      .page((visit.session[State.self] ?? State()).page(problem: visit.damage(to: State.self)))
    }
  }

  /// The route of a move, which redirects to the game's page.
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

  /// The route of another view of a game.
  ///
  /// If the session could not be read, the game's page says so instead.
  static func view(
    _ path: String, _ show: @escaping @Sendable (State, Visit) throws -> Answer
  ) -> Route {
    .get(path) { visit in
      if let damage = visit.damage(to: State.self) { return .page(State().page(problem: damage)) }
      return try show(visit.session[State.self] ?? State(), visit)
    }
  }
}
