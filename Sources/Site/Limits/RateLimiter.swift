import Web

/// The one place that counts what is done too often, by each client and in all processes together.
///
/// It never waits and never takes a lock, so a process that dies in the middle leaves nothing
/// behind. Counts are forgotten when their window is over, and when the memory is lost.
package final class RateLimiter: Sendable {
  /// How much memory it wants, in bytes: room for 65,536 counts.
  package static let memory = CountTable.bytes(entries: 65_536)

  private let table: CountTable
  /// Clients that are never counted.
  private let trusted: [AddressBlock]
  /// What the operator lets one client do.
  package let limits: ClientLimits
  /// Milliseconds on a clock that all processes share.
  private let clock: @Sendable () -> Int

  /// Makes a limiter that counts in `memory`, which other processes may share and which must stay;
  /// all its bytes are zero before its first use.
  package init(
    memory: UnsafeMutableRawBufferPointer, trusted: [AddressBlock],
    limits: ClientLimits = ClientLimits(), clock: @escaping @Sendable () -> Int
  ) {
    table = CountTable(memory)
    self.trusted = trusted
    self.limits = limits
    self.clock = clock
  }

  /// Counts one time for a client, unless it has used up what it may do; `nil` is no limit.
  ///
  /// A client is an IPv4 address or the IPv6 network of an address; all those that nobody knows the
  /// address of are one.
  /// - Returns: how many seconds to wait; `nil` if it was counted, or needn't be.
  package func spend(_ limit: RateLimit?, by client: String?) -> Int? {
    guard let limit else { return nil }
    return counted(client).flatMap { spend(limit, on: $0) }
  }

  /// Counts nothing.
  /// - Returns: how many seconds a client has to wait that has used up what it may do.
  package func wait(_ limit: RateLimit?, by client: String?) -> Int? {
    guard let limit else { return nil }
    return counted(client).flatMap { table.wait(limit, for: $0, now: now) }
  }

  /// Whether a client is never counted.
  func trusts(_ client: String?) -> Bool {
    trusted.contains { $0.contains(client ?? "") }
  }

  /// Returns the name under which a client is counted; `nil` for one that is trusted.
  private func counted(_ client: String?) -> String? {
    trusts(client) ? nil : AddressBlock.network(of: client ?? "")
  }

  /// Counts one time for anything that has a name.
  /// - Returns: how many seconds to wait; `nil` if it was counted.
  package func spend(_ limit: RateLimit, on name: String) -> Int? {
    table.count(limit, for: name, now: now)
  }

  /// Whether anything is counted under that name.
  package func counts(_ limit: RateLimit, on name: String) -> Bool {
    table.counts(limit, for: name, now: now)
  }

  private var now: Int { clock() / CountTable.tick }
}
