import Web

/// The outcome of a request, reported once its answer has been sent.
package struct RequestReport: Sendable {
  package let id: RequestID
  package let method: Method
  /// The route's number, as in `Response.route`.
  package let route: Int
  package let status: Int
  /// The size of the answer's body; 0 for HEAD.
  package let bytes: Int
  /// Whether the whole answer was sent: `false` if the peer had gone or was cut off.
  package let isSent: Bool
  package let moments: Moments

  /// The times at which phases of the work ended, in microseconds on the same clock.
  package struct Moments: Sendable {
    /// When a thread began to wait for the request's bytes.
    package var begun: Int64 = 0
    /// When all of them had been read.
    package var read: Int64 = 0
    package var started: Int64 = 0
    package var answered: Int64 = 0
    package var sent: Int64 = 0

    package var total: Int64 { sent - begun }

    /// Creates moments that have not come yet.
    package init() {}
  }

  /// Creates the report of a request that was answered with `response`.
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

/// Observes a service for its log and metrics; called on the threads that serve.
package protocol ServiceObserver: Sendable {
  func finished(_ report: RequestReport)
  /// Called when a thread has got a connection to serve.
  func threadBecameBusy()
  func threadBecameFree()
  /// Called when a connection was too slow and has been cut off.
  func cut(_ phase: CutPhase)
}

/// The phase in which a connection was too slow.
package enum CutPhase: Sendable {
  /// Sending its request.
  case reading
  /// Taking its answer.
  case writing
}
