import Glibc
import Synchronization

/// A connection from the web server: either handled by one loop, or idle and watched by epoll.
///
/// The objects are created once and reused, so a late event may meet an object that already serves
/// another connection. Each use therefore counts up a turn, and an event names the turn it belongs
/// to.
final class Connection: @unchecked Sendable {
  private enum State: UInt64 {
    case idle, busy
    /// Busy, and more input has arrived that no loop has picked up yet.
    case busyWithInput
  }

  let slot: Int
  private let word = Atomic<UInt64>(State.busy.rawValue)

  // Everything below belongs to whoever set the state to busy.

  /// libfcgi reads from this one, and closes it when a request breaks off.
  private(set) var descriptor: Int32 = -1
  /// A duplicate that libfcgi doesn't know and so cannot close.
  private(set) var handle: Int32 = -1
  /// Whether no loop has served it yet.
  var isNew = true
  /// Whether epoll reports its input, as it does once the connection has been idle.
  var isWatched = false

  init(slot: Int) { self.slot = slot }

  /// The value that epoll returns with an event of this turn.
  var key: UInt64 { UInt64(slot) << 32 | turn & 0xFFFF_FFFF }

  private var turn: UInt64 { word.load(ordering: .relaxed) >> 2 }

  /// Takes over an accepted descriptor; `false` if the system has run out of descriptors.
  func open(_ accepted: Int32) -> Bool {
    let second = fcntl(accepted, F_DUPFD_CLOEXEC, 0)
    guard second != -1 else { return false }
    descriptor = accepted
    handle = second
    isNew = true
    isWatched = false
    word.store((turn + 1) << 2 | State.busy.rawValue, ordering: .relaxed)
    return true
  }

  /// Notes that libfcgi has closed its descriptor, whose number may belong to another by now.
  func descriptorIsGone() { descriptor = -1 }

  func close() {
    if descriptor != -1 { Glibc.close(descriptor) }
    Glibc.close(handle)
    descriptor = -1
    handle = -1
    isWatched = false
    word.store((turn + 1) << 2 | State.busy.rawValue, ordering: .releasing)
  }

  func take() -> Bool {
    let seen = word.load(ordering: .relaxed)
    guard seen & 3 == State.idle.rawValue else { return false }
    return word.compareExchange(
      expected: seen, desired: seen & ~3 | State.busy.rawValue, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Takes the connection that an event was meant for if it is idle; otherwise leaves a note for
  /// its owner that input has arrived.
  func take(key: UInt64) -> Bool {
    var seen = word.load(ordering: .acquiring)
    while true {
      guard key & 0xFFFF_FFFF == seen >> 2 & 0xFFFF_FFFF else { return false }
      let next: State
      switch State(rawValue: seen & 3) {
      case .idle: next = .busy
      case .busy: next = .busyWithInput
      default: return false
      }
      let (exchanged, now) = word.compareExchange(
        expected: seen, desired: seen & ~3 | next.rawValue, ordering: .acquiringAndReleasing)
      if exchanged { return next == .busy }
      seen = now
    }
  }

  /// Releases the connection, or returns `false` if input has arrived since.
  func release() -> Bool {
    let turn = self.turn << 2
    while true {
      let (released, _) = word.compareExchange(
        expected: turn | State.busy.rawValue, desired: turn | State.idle.rawValue,
        ordering: .acquiringAndReleasing)
      if released { return true }
      word.store(turn | State.busy.rawValue, ordering: .relaxed)
      if hasInput { return false }
    }
  }

  /// Releases the connection even if input has arrived.
  func putBack() { word.store(turn << 2 | State.idle.rawValue, ordering: .releasing) }

  /// Whether a read would return at once, with bytes or the end of the stream.
  private var hasInput: Bool { peek() >= 0 || errno != EAGAIN }

  /// Whether the peer has closed its end and everything it sent has been read.
  var isAtEnd: Bool { peek() == 0 }

  private func peek() -> Int {
    var byte: UInt8 = 0
    return recv(handle, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
  }
}
