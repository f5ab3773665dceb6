/// Lets only a few threads compute at once: more than there are processors preempt each other, and
/// then some answers take ten times as long as most.
///
/// It asks but does not insist, as those who went ahead may be waiting for a disk: after a moment
/// everybody gets through.
final class Turnstile: Sendable {
  /// How long to wait at most, in milliseconds.
  private static let patience = 5

  private let places: Semaphore

  init(places count: Int) { places = Semaphore(count) }

  func pass<Result>(_ work: () -> Result) -> Result {
    let hasPlace = places.wait(Turnstile.patience)
    defer { if hasPlace { places.signal() } }
    return work()
  }
}
