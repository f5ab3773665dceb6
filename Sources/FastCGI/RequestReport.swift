import Web

/// The outcome of a request, reported once its answer has been sent.
package struct RequestReport: Sendable {
  package let id: RequestID
  package let method: Method
  /// As in `Response.route`.
  package let route: Int
  /// The status code.
  package let status: Int
  /// The size of the answer's body, as far as the method asks for it.
  package let bytes: Int
  /// Whether all of the answer went out: `false` if the peer had gone, or was cut off.
  package let isSent: Bool
  package let moments: Moments

  /// When each part of the work ended, in microseconds on the same clock.
  package struct Moments: Sendable {
    /// When a thread began to wait for the request's bytes.
    package var begun: Int64 = 0
    /// When all of them had been read.
    package var read: Int64 = 0
    package var started: Int64 = 0
    package var answered: Int64 = 0
    package var sent: Int64 = 0

    package var total: Int64 { sent - begun }

    /// Makes moments that are all still to come.
    package init() {}
  }

  /// What became of a request that was answered with `response`.
  package init(
    id: RequestID, method: Method, _ response: Response, isSent: Bool, _ moments: Moments
  ) {
    self.id = id
    self.method = method
    route = response.route
    status = response.status.code
    bytes = method == .head ? 0 : response.body.count
    self.isSent = isSent
    self.moments = moments
  }
}

/// Hears what a service does, for its log and its figures; called on the threads that do it.
package protocol ServiceObserver: Sendable {
  func finished(_ report: RequestReport)
  /// A thread has got a connection to serve.
  func threadBecameBusy()
  func threadBecameFree()
  /// A connection was too slow and has been cut off.
  func cut(_ phase: CutPhase)
}

/// What a connection was too slow at.
package enum CutPhase: Sendable {
  /// Sending its request.
  case reading
  /// Taking its answer.
  case writing
}
