import Web

/// A client of the solver that computes odds.
struct OddsClient {
  let solver: OddsSolver
  let limiter: RateLimiter?
  let address: String?

  /// Returns the answer; a question that isn't cached counts towards the client's limit.
  func answer(to question: OddsQuestion) throws(OddsRefusal) -> OddsAnswer {
    try solver.answer(to: question) { () throws(OddsRefusal) in
      var question = question
      question.t = ""
      if let seconds = spend(limiter?.limits.questions, again: .repeats, on: question.query) {
        throw .tooMany(seconds)
      }
    }
  }

  /// Returns an expression's odds for a roll; new and hard ones count towards the client's limit.
  /// - Returns: `nil` for a text that isn't an expression.
  func rollOdds(of text: String, easySteps: Int = RollOdds.easySteps) -> RollOdds? {
    solver.rollOdds(of: text, easySteps: easySteps) {
      spend(limiter?.limits.rollOdds, again: .rollOddsRepeats, on: text) == nil
    }
  }

  /// Returns an expression's odds for a roll if they are cached or easy; counts nothing.
  /// - Returns: `nil` for a text that isn't an expression.
  func easyRollOdds(of text: String) -> RollOdds? { solver.rollOdds(of: text) { false } }

  /// Counts work, unless it was counted a moment ago.
  /// - Returns: the seconds to wait; `nil` if it may be done.
  private func spend(_ limit: RateLimit?, again: RateLimit, on work: String) -> Int? {
    guard let limiter else { return nil }
    // It was counted if another process has the answer, or if the answer was dropped.
    let isCounted = limiter.counts(again, on: work)
    if isCounted, limiter.spend(again, on: work) == nil { return nil }
    if let seconds = limiter.spend(limit, by: address) { return seconds }
    if !isCounted { _ = limiter.spend(again, on: work) }
    return nil
  }
}

extension RateLimit {
  /// The limit on computing a question without counting it again, whoever asks.
  fileprivate static let repeats = RateLimit("odds again", count: 8, seconds: 300)
  /// The limit on computing a roll's odds without counting them again, whoever rolls.
  fileprivate static let rollOddsRepeats = RateLimit("outlooks again", count: 8, seconds: 300)
}

extension Visit {
  /// The solver for this client, within its limits.
  var odds: OddsClient {
    OddsClient(solver: oddsSolver, limiter: limiter, address: request.client)
  }
}
