/// The number of sessions, their space, and the times of their last use.
package struct SessionCensus: Equatable, Sendable {
  private struct Share: Equatable {
    var count = 0
    var bytes = 0

    /// Returns roughly how many of these sessions take that many bytes.
    func countOf(_ bytes: Int) -> Int {
      bytes <= 0
        ? 0 : Int((Double(bytes) / Double(max(1, self.bytes)) * Double(count)).rounded(.up))
    }
  }

  package private(set) var count = 0
  /// The space they take on the disk or in the database, in bytes.
  package private(set) var bytes = 0
  /// The sessions by the minute of their last use, since 1970.
  private var minutes: [Int: Share] = [:]

  package init() {}

  /// Counts sessions of `bytes` bytes in total, last used in the minute of `used` (Unix time).
  package mutating func add(_ count: Int = 1, used: Int, bytes: Int) {
    self.count += count
    self.bytes += bytes
    minutes[used / 60, default: Share()].count += count
    minutes[used / 60, default: Share()].bytes += bytes
  }

  /// Returns which sessions to delete to get below the cap with some room to spare.
  ///
  /// These are the sessions idle the longest, but none in use. Whole minutes go, the oldest first,
  /// and as many sessions of the last one as necessary.
  package func sweeps(for cap: SessionCap, now: Int) -> [SessionSweep] {
    var rest = Share(count: count, bytes: bytes)
    var sweeps: [SessionSweep] = []
    for (minute, share) in minutes.sorted(by: { $0.key < $1.key }) {
      let idle = now - (60 * minute + 59)
      guard idle >= SessionCap.graceSeconds else { break }
      let excess = max(
        rest.count - cap.sessions.target, share.countOf(rest.bytes - cap.bytes.target))
      guard excess > 0 else { break }
      // This sweep includes the previous ones.
      if excess >= share.count, let last = sweeps.last, last.most == .max { sweeps.removeLast() }
      sweeps.append(SessionSweep(idleSeconds: idle, most: excess >= share.count ? .max : excess))
      rest.count -= share.count
      rest.bytes -= share.bytes
    }
    return sweeps
  }
}

/// One round of deleting idle sessions.
package struct SessionSweep: Equatable, Sendable {
  /// The least idle time of deleted sessions, in seconds.
  package let idleSeconds: Int
  /// The largest number to delete.
  package let most: Int
}

/// The limit that an operator sets on sessions.
package struct SessionCap: Equatable, Sendable {
  /// A number that must not be reached.
  package struct Bound: Equatable, Sendable {
    /// The number; `nil` for no bound.
    package let most: Int?

    /// The number left when sessions have to go: a sixteenth less, to have room for newcomers.
    package var target: Int { most.map { $0 - max(1, $0 / 16) } ?? .max }

    /// Returns whether there is no room for one more.
    package func isReached(by number: Int) -> Bool { most.map { number >= $0 } ?? false }
  }

  /// The seconds after its last use during which a session is in use.
  package static let graceSeconds = 600

  package let sessions: Bound
  /// The total space, in bytes.
  package let bytes: Bound

  /// Creates a cap; `nil` or 0 means no bound.
  package init(sessions: Int?, bytes: Int?) {
    self.sessions = Bound(most: sessions == 0 ? nil : sessions)
    self.bytes = Bound(most: bytes == 0 ? nil : bytes)
  }

  package var isSet: Bool { sessions.most != nil || bytes.most != nil }

  /// Returns whether no new session may begin.
  package func isReached(count: Int, bytes: Int) -> Bool {
    sessions.isReached(by: count) || self.bytes.isReached(by: bytes)
  }

  /// Returns whether some sessions should make room for new ones.
  package func isNear(count: Int, bytes: Int) -> Bool {
    count > sessions.target || bytes > self.bytes.target
  }
}

extension SessionStorage {
  /// Deletes the sessions idle the longest until the others are within the cap.
  ///
  /// - Returns: the sessions there were before, and how many were deleted.
  /// - Throws: `StorageError.unavailable`; some may be gone by then.
  package func trim(
    to cap: SessionCap, now: Int
  ) throws(StorageError) -> (before: SessionCensus, removed: Int) {
    let before = try census()
    var removed = 0
    for sweep in before.sweeps(for: cap, now: now) {
      var left = sweep.most
      for slice in UInt8.min...UInt8.max where left > 0 {
        let count = try self.sweep(slice: slice, idleFor: sweep.idleSeconds, atMost: left, now: now)
        left -= count
        removed += count
      }
    }
    return (before, removed)
  }

  /// Deletes all idle sessions of a slice.
  package func sweep(slice: UInt8, idleFor seconds: Int, now: Int) throws(StorageError) -> Int {
    try sweep(slice: slice, idleFor: seconds, atMost: .max, now: now)
  }

  package func census() throws(StorageError) -> SessionCensus {
    var census = SessionCensus()
    for slice in UInt8.min...UInt8.max { try count(slice: slice, in: &census) }
    return census
  }
}
