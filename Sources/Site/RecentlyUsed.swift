/// A cache that evicts its least recently used entries to stay within limits on entries and memory.
package struct RecentlyUsed<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    let size: Int
    var lastUse: Int
  }

  private let mostEntries: Int
  private let memory: Int
  private var entries: [Key: Entry] = [:]
  private var size = 0
  private var uses = 0

  /// Creates a cache; `memory` is the total size of all entries, in the unit of their sizes.
  package init(entries: Int, memory: Int) {
    mostEntries = entries
    self.memory = memory
  }

  package mutating func recall(_ key: Key) -> Value? {
    guard let index = entries.index(forKey: key) else { return nil }
    uses += 1
    entries.values[index].lastUse = uses
    return entries.values[index].value
  }

  /// Stores a value of size `cost`, unless it alone is too large.
  package mutating func keep(_ value: Value, for key: Key, size cost: Int) {
    guard cost <= memory else { return }
    forget(key)
    while entries.count >= mostEntries || size + cost > memory,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      forget(oldest.key)
    }
    uses += 1
    entries[key] = Entry(value: value, size: cost, lastUse: uses)
    size += cost
  }

  private mutating func forget(_ key: Key) {
    size -= entries.removeValue(forKey: key)?.size ?? 0
  }
}
