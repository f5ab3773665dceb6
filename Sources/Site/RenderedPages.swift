import Synchronization

/// A cache of pages that many visitors load at once, rendered once for all of them.
final class RenderedPages: Sendable {
  /// A few small pages, as each is soon replaced by its next version.
  private let pages = Mutex(RecentlyUsed<String, [UInt8]>(entries: 16, memory: 1_000_000))

  /// Returns the page of a version, rendered now unless it is cached.
  func page(_ version: String, _ render: () throws -> [UInt8]) rethrows -> [UInt8] {
    if let page = pages.withLock({ $0.recall(version) }) { return page }
    let page = try render()
    pages.withLock { $0.keep(page, for: version, size: page.capacity) }
    return page
  }
}
