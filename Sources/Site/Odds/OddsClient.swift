import Web

/// A client at the desk where odds are worked out.
struct OddsClient {
  let desk: OddsDesk
  let limiter: RateLimiter?
  let address: String?

  /// Returns the answer; a question that isn't known counts towards what the client may ask.
  func answer(to question: OddsQuestion) throws(OddsRefusal) -> OddsAnswer {
    try desk.answer(to: question) { () throws(OddsRefusal) in
      var question = question
      question.t = ""
      if let seconds = spend(limiter?.limits.questions, again: .repeats, on: question.query) {
        throw .tooMany(seconds)
      }
    }
  }

  /// What is known of an expression; what isn't known and isn't easy counts towards what the client
  /// may roll with its chances.
  /// - Returns: `nil` for a text that is no expression.
  func rollOdds(of text: String, easySteps: Int = RollOdds.easySteps) -> RollOdds? {
    desk.rollOdds(of: text, easySteps: easySteps) {
      spend(limiter?.limits.rollOdds, again: .rollOddsRepeats, on: text) == nil
    }
  }

  /// What is known of an expression, or takes little work; nothing is counted.
  /// - Returns: `nil` for a text that is no expression.
  func easyRollOdds(of text: String) -> RollOdds? { desk.rollOdds(of: text) { false } }

  /// Counts work, unless it was counted a moment ago.
  /// - Returns: how many seconds to wait; `nil` if it may be done.
  private func spend(_ limit: RateLimit?, again: RateLimit, on work: String) -> Int? {
    guard let limiter else { return nil }
    // It has been counted if another process knows it, or if it has had to be forgotten.
    let isCounted = limiter.counts(again, on: work)
    if isCounted, limiter.spend(again, on: work) == nil { return nil }
    if let seconds = limiter.spend(limit, by: address) { return seconds }
    if !isCounted { _ = limiter.spend(again, on: work) }
    return nil
  }
}

extension RateLimit {
  /// How often a question is worked out until it counts again, whoever asks it.
  fileprivate static let repeats = RateLimit("odds again", count: 8, seconds: 300)
  /// How often they are worked out until they count again, whoever rolls.
  fileprivate static let rollOddsRepeats = RateLimit("outlooks again", count: 8, seconds: 300)
}

extension Visit {
  /// Works out odds, as often as this client may ask.
  var odds: OddsClient {
    OddsClient(desk: oddsDesk, limiter: limiter, address: request.client)
  }
}
