import Web

extension Site {
  /// Counts a request that may change something, before it has any effect.
  /// - Returns: the reason why it is refused; `nil` if it may continue.
  package func refusalOfPost(_ request: Request) -> Refusal? {
    guard let limiter else { return nil }
    return limiter.spend(limiter.limits.newPosts, by: request.client)
      .map { .tooManyPosts(seconds: $0) }
  }

  /// Returns why a client may not begin a session, asked before its first move; counts nothing.
  ///
  /// While the hall `isFull`, nobody may. Nothing is refused where no session would begin, such as
  /// at an unknown address.
  package func refusalOfSession(
    _ request: Request, _ embed: EmbedVisit? = nil, isFull: Bool = false
  ) -> Refusal? {
    guard let refusal = isFull ? .hallIsFull : refusalOfOneMore(by: request.client),
      // Checked last, as most requests aren't refused.
      let route = features.table[embed?.address.path ?? request.path]?.post,
      route.beginsSession, route.audience != .programs
    else { return nil }
    return refusal
  }

  private func refusalOfOneMore(by client: String?) -> Refusal? {
    guard let limiter else { return nil }
    return limiter.wait(limiter.limits.newSessions, by: client)
      .map { .tooManySessions(seconds: $0) }
  }

  /// Counts a session that a client has begun.
  package func countSession(of request: Request) {
    guard let limiter else { return }
    _ = limiter.spend(limiter.limits.newSessions, by: request.client)
  }
}

extension Refusal {
  package static func tooManyPosts(seconds: Int) -> Refusal {
    Refusal(
      .tooManyRequests,
      """
      Too many requests came from your network in the last minute, so this one was not \
      carried out. Try again in \(seconds.counted("second", "seconds")).
      """, heading: "That was a lot at once", retryAfter: seconds)
  }

  package static func tooManySessions(seconds: Int) -> Refusal {
    Refusal(
      .tooManyRequests,
      """
      Your network has started as many games as it may in an hour. Nothing was done, and games \
      already going are safe. Try again in \(seconds.asWait).
      """, heading: "No new games for a while", retryAfter: seconds)
  }

  /// The hall has the most sessions that the operator allows.
  package static let hallIsFull = Refusal(
    .unavailable,
    """
    Dicehall can’t start another game right now: it has as many as it can keep. Nothing was done, \
    and games already going are safe. Try again in a minute.
    """, heading: "The hall is full", retryAfter: 60)
}
