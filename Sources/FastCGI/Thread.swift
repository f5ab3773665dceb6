import CFCGI
import Glibc

/// Starts a detached thread.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
  let context = Unmanaged.passRetained(ThreadBody(body))
  var thread = pthread_t()
  let code = pthread_create(&thread, nil, runThread, context.toOpaque())
  guard code == 0 else {
    context.release()
    throw SystemError("start a thread", code: code)
  }
  pthread_detach(thread)
}

/// Starts work on a low-priority thread, and waits for at most `patience` milliseconds.
package func workInBackground(_ patience: Int, _ work: @escaping @Sendable () -> Void) {
  RecordReader.willWait()
  let end = Semaphore(0)
  do {
    try startThread {
      // On Linux this affects only one thread, which still gets a quarter of a busy processor.
      _ = nice(5)
      work()
      end.signal()
    }
    _ = end.wait(patience)
  } catch {
    work()
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// C needs a plain function: a closure here could belong to an actor and trap.
private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
  return nil
}

/// A counting semaphore: the number of threads that may still pass.
final class Semaphore: @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>

  init(_ count: Int) {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, UInt32(count))
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func wait() {
    while sem_wait(semaphore) != 0 {}
  }

  func signal() { sem_post(semaphore) }

  /// Waits for at most `patience` milliseconds.
  /// - Returns: whether the thread may pass.
  func wait(_ patience: Int) -> Bool {
    if sem_trywait(semaphore) == 0 { return true }
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + patience * 1_000_000
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while sem_clockwait(semaphore, CLOCK_MONOTONIC, &end) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }
}
