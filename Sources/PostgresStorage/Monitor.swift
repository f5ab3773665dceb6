import Glibc
import Storage
import Synchronization

/// State shared by threads, which can wait for it to change.
final class Monitor<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the state, and wakes one waiting thread.
  func update<Result>(_ work: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_signal(condition)
      pthread_mutex_unlock(mutex)
    }
    return work(&state)
  }

  /// Calls `answer` after each change of the state until it returns a value.
  /// - Returns: `nil` after the timeout.
  func wait<Result>(milliseconds: Int, for answer: (inout State) -> Result?) -> Result? {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + milliseconds * 1_000_000
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = answer(&state) { return result }
      guard pthread_cond_timedwait(condition, mutex, &end) == 0 else { return answer(&state) }
    }
  }
}

/// Lets this process's threads work on the same thing one at a time, in the order of their arrival.
///
/// This isn't a lock, as other processes don't know of it. It keeps a crowd of threads from
/// colliding in the database and from taking up its connections.
final class Turns: Sendable {
  /// The waiting threads for each key; the first one has its turn, and the others are notified.
  private let queues = Mutex<[[UInt8]: [Monitor<Bool>]]>([:])

  /// Runs `work` when it is this thread's turn.
  ///
  /// - Throws: what `work` throws; `.busy` if the turn doesn't come in time.
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
