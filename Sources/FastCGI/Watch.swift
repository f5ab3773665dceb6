import Synchronization

/// Decides which loops of a process wait for connections, and which sleep in reserve.
///
/// A loop waits for connections only with a place on watch, and there are few places: one for each
/// processor, in all workers together. A loop keeps its place while it answers and then takes the
/// next connection itself, so that under load no loop has to be woken. All other loops sleep until
/// a place is free.
///
/// A loop gives up its place before it waits for a slow peer or for work that is done aside. One
/// that waits unnoticed, as for a slow disk, or computes for long, loses its place to the watchdog
/// after a few milliseconds. Each time, the number of places doubles until requests are quick
/// again. A loop that has lost its place finishes its request and joins the reserve.
final class Watch: Sendable {
  /// How long a loop may spend on one phase of a request and keep its place, in milliseconds.
  static let patience: Int64 = 5

  private let fewest: Int
  private let most: Int
  private let free: Semaphore
  /// The number of places, taken or free.
  private let count: Atomic<Int>
  private let wanted: Atomic<Int>

  /// Creates a watch with this many places, which can grow to the number of loops.
  init(places: Int, loops: Int) {
    most = loops
    fewest = min(places, loops)
    free = Semaphore(fewest)
    count = Atomic(fewest)
    wanted = Atomic(fewest)
  }

  /// Doubles the number of places; called by one thread only.
  func widen() {
    let goal = min(2 * wanted.load(ordering: .relaxed), most)
    wanted.store(goal, ordering: .relaxed)
    while count.load(ordering: .relaxed) < goal {
      count.add(1, ordering: .relaxed)
      free.signal()
    }
  }

  /// Removes the additional places as soon as they are given up.
  func narrow() { wanted.store(fewest, ordering: .relaxed) }

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
