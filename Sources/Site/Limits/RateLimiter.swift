import Web

/// A limit on how often something may be done in a window that begins with the first time.
///
/// Windows are counted rather than the pace, so one time too many in a window is refused however
/// slowly it comes.
package struct RateLimit: Sendable {
  /// The name that distinguishes its counts from those of other limits.
  package let name: String
  /// The number of times, 1...4095.
  package let count: Int
  /// The length of the window in seconds, 1...86,400.
  package let seconds: Int

  package init(_ name: String, count: Int, seconds: Int) {
    precondition(1...CountTable.Entry.highestCount ~= count, "a count that has no room")
    precondition(1...86_400 ~= seconds, "a window that is too long")
    self.name = name
    self.count = count
    self.seconds = seconds
  }
}

/// Counts what clients do, for all limits and processes together.
///
/// It never waits or locks, so a process that dies in the middle leaves nothing behind. Counts end
/// with their window, or with the memory.
package final class RateLimiter: Sendable {
  /// The size of its memory in bytes: room for 65,536 counts.
  package static let memory = CountTable.bytes(entries: 65_536)

  private let table: CountTable
  /// The clients that are never counted.
  private let trusted: [AddressBlock]
  /// The operator's limits for one client.
  package let limits: ClientLimits
  /// Returns milliseconds on a clock that all processes share.
  private let clock: @Sendable () -> Int

  /// Creates a limiter that counts in `memory`, which other processes may share.
  ///
  /// The memory must stay; all its bytes are zero before its first use.
  package init(
    memory: UnsafeMutableRawBufferPointer, trusted: [AddressBlock],
    limits: ClientLimits = ClientLimits(), clock: @escaping @Sendable () -> Int
  ) {
    table = CountTable(memory)
    self.trusted = trusted
    self.limits = limits
    self.clock = clock
  }

  /// Counts one use by a client, unless it has reached the limit; `nil` is no limit.
  ///
  /// A client is an IPv4 address or the IPv6 network of an address; all clients with unknown
  /// addresses count as one.
  /// - Returns: the seconds to wait; `nil` if the use was counted or needn't be.
  package func spend(_ limit: RateLimit?, by client: String?) -> Int? {
    guard let limit else { return nil }
    return counted(client).flatMap { spend(limit, on: $0) }
  }

  /// Returns how many seconds a client that has reached the limit has to wait, without counting.
  package func wait(_ limit: RateLimit?, by client: String?) -> Int? {
    guard let limit else { return nil }
    return counted(client).flatMap { table.wait(limit, for: $0, now: now) }
  }

  /// Returns whether a client is never counted.
  func trusts(_ client: String?) -> Bool {
    trusted.contains { $0.contains(client ?? "") }
  }

  /// Returns the name under which a client is counted; `nil` for a trusted one.
  private func counted(_ client: String?) -> String? {
    trusts(client) ? nil : AddressBlock.network(of: client ?? "")
  }

  /// Counts one use by name.
  /// - Returns: the seconds to wait; `nil` if the use was counted.
  package func spend(_ limit: RateLimit, on name: String) -> Int? {
    table.count(limit, for: name, now: now)
  }

  /// Returns whether anything is counted under that name.
  package func counts(_ limit: RateLimit, on name: String) -> Bool {
    table.counts(limit, for: name, now: now)
  }

  private var now: Int { clock() / CountTable.tick }
}
