import Web

/// A client at the desk where odds are worked out.
struct OddsClient {
  fileprivate let desk: OddsDesk
  fileprivate let limiter: RateLimiter?
  fileprivate let address: String?

  /// The answer; a question that isn't known counts towards what the client may ask.
  func answer(to question: OddsQuestion) throws(OddsProblem) -> OddsAnswer {
    try desk.answer(to: question) { () throws(OddsProblem) in
      guard let limiter else { return }
      var question = question
      question.t = ""
      // It has been counted if another process knows it, or if it has had to be forgotten.
      let isCounted = limiter.counts(.repeats, on: question.query)
      if isCounted, limiter.spend(.repeats, on: question.query) == nil { return }
      if let seconds = limiter.spend(.questions, by: address) { throw .tooMany(seconds) }
      if !isCounted { _ = limiter.spend(.repeats, on: question.query) }
    }
  }
}

extension RateLimit {
  /// How often a client may ask for odds that have to be worked out.
  fileprivate static let questions = RateLimit("odds", count: 60, seconds: 60)
  /// How often a question is worked out until it counts again, whoever asks it.
  fileprivate static let repeats = RateLimit("odds again", count: 8, seconds: 300)
}

extension Visit {
  /// Works out odds, as often as this client may ask.
  var odds: OddsClient {
    OddsClient(desk: oddsDesk, limiter: limiter, address: request.client)
  }
}
