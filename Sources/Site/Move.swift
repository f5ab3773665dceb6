import Storage
import Web

extension Visit {
  /// Makes a move on one part of the session, at most once.
  ///
  /// Nothing in the session changes if it could not be read, if the form is stale, or if `move`
  /// throws. `move` changes the part and returns the address to redirect to; `page` shows the
  /// unchanged part with the problem.
  /// - Throws: what `move` throws other than a `Problem`, and what `page` throws.
  package mutating func move<Part: MovedPart>(
    showing page: (Part, inout Visit, Problem) throws -> any Page,
    _ move: (inout Part, inout Visit) throws -> String
  ) throws -> Answer {
    let before = session[Part.self] ?? Part()
    do {
      if let damage = damage(to: Part.self) { throw damage }
      if let expiry = before.expiry(of: form) { throw Problem(Part.notice(of: expiry)) }
      var after = before
      let address = try move(&after, &self)
      after.endMove()
      session[Part.self] = after
      return .seeOther(address)
    } catch let problem as Problem {
      do {
        let page = try page(before, &self, problem)
        return .page(page, problem.status, retryAfter: problem.retryAfter)
      } catch is StorageError where problem.status == .unavailable {
        // The result of the move matters more than the failure to show the page.
        throw Refusal(problem.status, problem.sentence, retryAfter: problem.retryAfter)
      }
    }
  }

  /// Returns a game's page in the session's state.
  package func page<State: GameState>(of _: State.Type) -> any Page {
    (session[State.self] ?? State()).page(in: self, problem: damage(to: State.self))
  }

  /// Returns the problem for a session that could not be read, if it couldn't.
  package func damage<Part: MovedPart>(to _: Part.Type) -> Problem? {
    session.isReplacement ? Problem(Part.notice(of: .damaged)) : nil
  }
}

extension Game where State: GameState {
  /// Returns the route of the game's page: a common first view, then the visitor's own game.
  package static func page() -> Route {
    .game(root) { visit in .page(visit.page(of: State.self)) }
  }

  /// Returns the route of a move, which redirects to the game's page.
  package static func move(
    _ path: String, _ move: @escaping @Sendable (inout State, inout Visit) throws(Problem) -> Void
  ) -> Route {
    .post(path) { visit in
      try visit.move(
        showing: { (state: State, visit, problem) in state.page(in: visit, problem: problem) }
      ) { (state, visit) in
        state.notice = nil
        try move(&state, &visit)
        return root
      }
    }
  }

  /// Returns the route of another view of a game.
  ///
  /// If the session could not be read, the game's page says so instead.
  package static func view(
    _ path: String, _ show: @escaping @Sendable (State, Visit) throws -> Answer
  ) -> Route {
    .get(path) { visit in
      guard visit.damage(to: State.self) == nil else { return .page(visit.page(of: State.self)) }
      return try show(visit.session[State.self] ?? State(), visit)
    }
  }
}
