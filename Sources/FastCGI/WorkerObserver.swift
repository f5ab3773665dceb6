/// Hears which workers there are, end and are replaced, and says what keeps them busy; called on the
/// supervisor's thread.
package protocol WorkerObserver {
  /// There are so many now that haven't been told to end.
  func workersChanged(to count: Int)
  /// What belongs to that place is free for the next worker.
  func workerEnded(at place: Int)
  /// A worker has come in place of another.
  func workerReplaced(_ reason: WorkerReplacement)
  /// The requests that workers have been answering for longer than any may take, the oldest first.
  func overdueRequests() -> [OverdueRequest]
  /// What the service is doing, in a line for its operator.
  var statusLine: String { get }
}

/// A request whose answer takes too long.
package struct OverdueRequest {
  /// The place of the worker that is at it.
  package let place: Int
  /// Never an address, which may hold somebody's key.
  package let route: String
  /// Since the answer was begun, in milliseconds.
  package let age: Int64

  package init(place: Int, route: String, age: Int64) {
    self.place = place
    self.route = route
    self.age = age
  }
}

/// Why a worker needed a successor.
package enum WorkerReplacement: Sendable {
  /// It ended without being told to.
  case death
  /// The operator asked for new ones.
  case reload
  /// It gave no sign of life.
  case frozen
  /// One of its requests took too long.
  case overdue
}
