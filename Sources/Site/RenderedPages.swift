import Synchronization

/// Pages that many look at in the same moment, rendered once for all of them.
final class RenderedPages: Sendable {
  /// Few and small, as each is soon replaced by the next version.
  private let pages = Mutex(RecentlyUsed<String, [UInt8]>(entries: 16, memory: 1_000_000))

  /// The page of that version, rendered now unless somebody has just got it.
  func page(_ version: String, _ render: () throws -> [UInt8]) rethrows -> [UInt8] {
    if let page = pages.withLock({ $0.recall(version) }) { return page }
    let page = try render()
    pages.withLock { $0.keep(page, for: version, size: page.capacity) }
    return page
  }
}
