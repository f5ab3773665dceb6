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
