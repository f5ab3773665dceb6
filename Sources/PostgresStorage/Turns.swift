import Storage
import Synchronization

/// Lets the threads of this process at the same thing one after another, in the order of their
/// coming.
///
/// It is no lock, as other processes know nothing of it: it spares a crowd of threads from coming in
/// each other's way in the database, and leaves its connections to others.
final class Turns: Sendable {
  /// Whose turn it is comes first; the others are told when theirs has come.
  private let queues = Mutex<[[UInt8]: [Monitor<Bool>]]>([:])

  /// Does the work when it is this thread's turn.
  ///
  /// - Throws: what `work` throws; `.busy` after that many milliseconds of waiting.
  func inTurn<Result>(
    at key: [UInt8], milliseconds: Int, _ work: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    let turn = Monitor(false)
    queues.withLock { queues in
      queues[key, default: []].append(turn)
      queues[key]?.first?.update { $0 = true }
    }
    defer { leave(turn, key) }
    guard turn.wait(milliseconds: milliseconds, for: { $0 ? true : nil }) != nil else {
      throw .busy
    }
    return try work()
  }

  private func leave(_ turn: Monitor<Bool>, _ key: [UInt8]) {
    queues.withLock { queues in
      queues[key]?.removeAll { $0 === turn }
      if queues[key]?.isEmpty == true { queues[key] = nil }
      queues[key]?.first?.update { $0 = true }
    }
  }
}
