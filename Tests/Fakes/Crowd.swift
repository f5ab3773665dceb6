import Glibc
import Synchronization

/// Runs the work on that many threads at once, each with its number, and waits for all; throws the
/// first error of any.
///
/// What is done meanwhile starts when the threads had time to come to a stop at a lock.
package func onThreads(
  _ count: Int, _ work: @escaping @Sendable (Int) throws -> Void,
  meanwhile: () throws -> Void = {}
) throws {
  let crew = Crew(work)
  var threads: [pthread_t] = []
  for _ in 0..<count {
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { crew in
        crew.map { Unmanaged<Crew>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(crew).toOpaque())
    precondition(result == 0, "as many threads as a test needs")
    threads.append(thread)
  }
  usleep(30_000)
  try meanwhile()
  for thread in threads { pthread_join(thread, nil) }
  if let error = crew.error.withLock({ $0 }) { throw error }
}

/// What some threads do, and the first error they meet.
private final class Crew: Sendable {
  private let work: @Sendable (Int) throws -> Void
  private let begun = Atomic(0)
  let error = Mutex<(any Error)?>(nil)

  init(_ work: @escaping @Sendable (Int) throws -> Void) { self.work = work }

  func run() {
    let number = begun.add(1, ordering: .relaxed).oldValue
    do { try work(number) } catch { self.error.withLock { $0 = $0 ?? error } }
  }
}
