/// Observes a supervisor's workers, and tells what keeps them busy; called on its thread.
package protocol WorkerObserver {
  /// Called with the number of workers that haven't been told to end.
  func workersChanged(to count: Int)
  /// Called when a worker has ended and its place is free for the next.
  func workerEnded(at place: Int)
  /// Called when a worker has replaced another.
  func workerReplaced(_ reason: WorkerReplacement)
  /// Returns the requests that have taken longer than any may, the oldest first.
  func overdueRequests() -> [OverdueRequest]
  /// The service's state, in a line for its operator.
  var statusLine: String { get }
}

/// A request whose answer takes too long.
package struct OverdueRequest {
  /// The place of the worker that serves it.
  package let place: Int
  /// The route's name; never an address, which may contain somebody's key.
  package let route: String
  /// The time since the answer was begun, in milliseconds.
  package let age: Int64

  package init(place: Int, route: String, age: Int64) {
    self.place = place
    self.route = route
    self.age = age
  }
}

/// The reason why a worker was replaced.
package enum WorkerReplacement: Sendable {
  /// It died unexpectedly.
  case death
  /// The operator asked for new workers.
  case reload
  /// It gave no sign of life.
  case frozen
  /// One of its requests took too long.
  case overdue
}
