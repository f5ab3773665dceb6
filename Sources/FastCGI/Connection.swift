import Glibc
import Synchronization

/// A connection from the web server: in one loop's hands, or idle and watched by epoll.
///
/// The objects are made once and used again, so that an event which comes late meets an object
/// that can tell it: every use has its own turn, and the event names the turn that it was meant for.
final class Connection: @unchecked Sendable {
  private enum State: UInt64 {
    case idle, busy
    /// Busy, and something arrived that no loop has taken yet.
    case busyWithNews
  }

  let slot: Int
  private let word = Atomic<UInt64>(State.busy.rawValue)

  // What follows belongs to whoever made the state busy.

  /// libfcgi reads from this one, and closes it where a request breaks off.
  private(set) var descriptor: Int32 = -1
  /// The same connection under a second number that libfcgi does not know and cannot close.
  private(set) var handle: Int32 = -1
  /// Registered with epoll, which is done when the connection is kept for the first time.
  var isWatched = false

  init(slot: Int) { self.slot = slot }

  /// What epoll hands back with an event of this turn.
  var key: UInt64 { UInt64(slot) << 32 | turn & 0xFFFF_FFFF }

  private var turn: UInt64 { word.load(ordering: .relaxed) >> 2 }

  /// Puts an accepted descriptor into this object; `false` when the system has no number left.
  func open(_ accepted: Int32) -> Bool {
    let second = fcntl(accepted, F_DUPFD_CLOEXEC, 0)
    guard second != -1 else { return false }
    descriptor = accepted
    handle = second
    isWatched = false
    word.store((turn + 1) << 2 | State.busy.rawValue, ordering: .relaxed)
    return true
  }

  /// libfcgi has closed its number.
  func descriptorIsGone() { descriptor = -1 }

  func close() {
    if descriptor != -1 { Glibc.close(descriptor) }
    Glibc.close(handle)
    descriptor = -1
    handle = -1
    isWatched = false
    word.store((turn + 1) << 2 | State.busy.rawValue, ordering: .releasing)
  }

  /// Takes the connection if it is idle, for whatever reason.
  func take() -> Bool {
    let seen = word.load(ordering: .relaxed)
    guard seen & 3 == State.idle.rawValue else { return false }
    return word.compareExchange(
      expected: seen, desired: seen & ~3 | State.busy.rawValue, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Takes the connection that an event was meant for if it is idle; else leaves word with its
  /// owner that something has come.
  func take(key: UInt64) -> Bool {
    var seen = word.load(ordering: .acquiring)
    while true {
      guard key & 0xFFFF_FFFF == seen >> 2 & 0xFFFF_FFFF else { return false }
      let next: State
      switch State(rawValue: seen & 3) {
      case .idle: next = .busy
      case .busy: next = .busyWithNews
      default: return false
      }
      let (exchanged, now) = word.compareExchange(
        expected: seen, desired: seen & ~3 | next.rawValue, ordering: .acquiringAndReleasing)
      if exchanged { return next == .busy }
      seen = now
    }
  }

  /// Lets go of the connection, unless something has come meanwhile: then it stays in hand.
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

  /// Lets go of the connection, whatever has come.
  func putBack() { word.store(turn << 2 | State.idle.rawValue, ordering: .releasing) }

  /// Bytes, or the end, can be read at once.
  private var hasInput: Bool { peek() >= 0 || errno != EAGAIN }

  /// There is nothing to read, and nothing will be.
  var isAtEnd: Bool { peek() == 0 }

  private func peek() -> Int {
    var byte: UInt8 = 0
    return recv(handle, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
  }
}
