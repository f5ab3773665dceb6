/// Hears which workers end and are replaced; called on the supervisor's thread.
package protocol WorkerObserver {
  /// What belongs to that place is free for the next worker.
  func workerEnded(at place: Int)
  /// A worker has come in place of another.
  func workerReplaced(_ reason: WorkerReplacement)
}

/// Why a worker needed a successor.
package enum WorkerReplacement: Sendable {
  /// It ended without being told to.
  case death
  /// The operator asked for new ones.
  case reload
}
