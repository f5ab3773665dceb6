import Synchronization

/// Decides which loops of a process wait for connections, and which sleep in reserve.
///
/// The rule: a loop waits for connections only with a place on watch, and there are few places: one
/// for each processor, in all workers together, but at least one in each worker, and one for each
/// loop where most answers wait for a database or a disk. A loop keeps its place while it answers
/// and then takes the next connection itself, so that under load no loop has to be woken. When a
/// connection comes while loops on watch sleep, the kernel wakes one of them. All other loops sleep
/// until a place is free.
///
/// A loop gives up its place before it waits for a slow peer or for work in the background. One
/// that waits unnoticed, as for a slow disk, or computes for long, loses its place to the watchdog
/// after a few milliseconds. Each time, the number of places doubles, until no place has been lost
/// for a moment: where one save is slow, so is the next. A loop that has lost its place finishes its
/// request and joins the reserve.
final class Watch: Sendable {
  /// How long a loop may spend on one phase of a request and keep its place, in milliseconds.
  static let patience: Int64 = 5
  /// The least time that additional places stay after a loop has lost its own, in milliseconds.
  static let memory: Int64 = 100

  private let fewest: Int
  private let most: Int
  private let free: Semaphore
  /// The number of places, taken or free.
  private let count: Atomic<Int>
  private let wanted: Atomic<Int>
  private let lastLoss = Atomic(Int64.min / 2)

  /// Creates a watch with this many places, which can grow to the number of loops.
  init(places: Int, loops: Int) {
    most = loops
    fewest = min(places, loops)
    free = Semaphore(fewest)
    count = Atomic(fewest)
    wanted = Atomic(fewest)
  }

  /// Doubles the number of places, as a loop loses its own; called by one thread only.
  func widen(at now: Int64) {
    lastLoss.store(now, ordering: .relaxed)
    let goal = min(2 * wanted.load(ordering: .relaxed), most)
    wanted.store(goal, ordering: .relaxed)
    while count.load(ordering: .relaxed) < goal {
      count.add(1, ordering: .relaxed)
      free.signal()
    }
  }

  /// Removes the additional places as they are given up, unless a loop has just lost its own.
  func narrow(at now: Int64) {
    guard now - lastLoss.load(ordering: .relaxed) >= Watch.memory else { return }
    wanted.store(fewest, ordering: .relaxed)
  }

  fileprivate var isTooWide: Bool {
    count.load(ordering: .relaxed) > wanted.load(ordering: .relaxed)
  }

  fileprivate func enter() { free.wait() }

  /// Leaves a place to another loop, or removes it if there are too many.
  fileprivate func leave() {
    var now = count.load(ordering: .relaxed)
    while now > wanted.load(ordering: .relaxed) {
      let change = count.compareExchange(expected: now, desired: now - 1, ordering: .relaxed)
      if change.exchanged { return }
      now = change.original
    }
    free.signal()
  }
}

/// A loop's place on watch: the loop takes it, and the loop or the watchdog gives it up.
final class WatchPlace: Sendable {
  private let watch: Watch
  private let isTaken = Atomic(false)

  init(_ watch: Watch) { self.watch = watch }

  var isOnWatch: Bool { isTaken.load(ordering: .relaxed) }

  /// Waits in reserve for a place, unless this one is still taken.
  func take() {
    guard !isOnWatch || watch.isTooWide else { return }
    give()
    watch.enter()
    isTaken.store(true, ordering: .relaxed)
  }

  /// Leaves the place to another loop, unless it has been left already.
  func give() {
    if isTaken.exchange(false, ordering: .relaxed) { watch.leave() }
  }
}
