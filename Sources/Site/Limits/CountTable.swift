import Synchronization

/// Counts by name in a fixed piece of memory, which threads and processes may share.
///
/// A name's hash leads to a bucket of eight words. Each word in use has a whole count, which
/// changes atomically. In a full bucket the lowest count is replaced, so that many clients who do
/// little never displace one who does a lot. Two names with the same bucket and tag share a count:
/// in a full table, one name in 130,000 meets another. Nobody can choose such names, as the hash
/// has a secret key.
struct CountTable: @unchecked Sendable {
  /// The unit of times, in milliseconds.
  static let tick = 100
  /// The words in a bucket, which fill a cache line of the processor.
  private static let width = 8
  /// The words before the buckets; two of them hold the key.
  private static let head = 8

  typealias Word = Atomic<UInt64>

  private let words: UnsafeMutablePointer<Word>
  private let buckets: UInt64
  private let hash: SipHash

  /// Returns the memory of a table of this many counts, in bytes.
  static func bytes(entries: Int) -> Int { (head + entries) * MemoryLayout<Word>.stride }

  /// Opens the table in this memory, or initialises it if all bytes are zero.
  init(_ memory: UnsafeMutableRawBufferPointer) {
    let room = memory.count / MemoryLayout<Word>.stride - CountTable.head
    guard let start = memory.baseAddress, room >= CountTable.width else {
      preconditionFailure("no room for a table of counts")
    }
    words = start.bindMemory(to: Word.self, capacity: CountTable.head + room)
    buckets = UInt64(room / CountTable.width)
    hash = SipHash(key: (CountTable.secret(at: words), CountTable.secret(at: words + 1)))
  }

  /// Returns the secret that the first process has drawn.
  private static func secret(at word: UnsafeMutablePointer<Word>) -> UInt64 {
    let draw = UInt64.random(in: 1 ... .max)
    let (isMine, known) = word.pointee.compareExchange(
      expected: 0, desired: draw, ordering: .relaxed)
    return isMine ? draw : known
  }

  /// Counts one use by a name, unless the limit is reached.
  ///
  /// `now` is in ticks.
  /// - Returns: the seconds until the window ends; `nil` if the use was counted.
  func count(_ limit: RateLimit, for name: String, now: Int) -> Int? {
    let (bucket, tag) = place(limit, name)
    while true {
      let (word, seen) = slot(of: tag, in: bucket, now: now)
      let old = Entry(seen)
      var new = Entry(tag: tag, count: 1, end: now + limit.ticks)
      if old.tag == tag, old.isOpen(limit, now: now) {
        if let seconds = old.wait(limit, now: now) { return seconds }
        new = Entry(tag: tag, count: old.count + 1, end: old.end)
      }
      let isDone = word.pointee.compareExchange(
        expected: seen, desired: new.word, ordering: .relaxed
      ).exchanged
      // Otherwise another use was counted first.
      if isDone { return nil }
    }
  }

  func counts(_ limit: RateLimit, for name: String, now: Int) -> Bool {
    let (bucket, tag) = place(limit, name)
    let entry = Entry(slot(of: tag, in: bucket, now: now).seen)
    return entry.tag == tag && entry.isOpen(limit, now: now)
  }

  /// Returns the seconds until the window of a name ends that has reached the limit.
  func wait(_ limit: RateLimit, for name: String, now: Int) -> Int? {
    let (bucket, tag) = place(limit, name)
    let entry = Entry(slot(of: tag, in: bucket, now: now).seen)
    return entry.tag == tag && entry.isOpen(limit, now: now) ? entry.wait(limit, now: now) : nil
  }

  private func place(
    _ limit: RateLimit, _ name: String
  ) -> (bucket: UnsafeMutablePointer<Word>, tag: UInt64) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(limit.name.utf8.count + 1 + name.utf8.count)
    bytes.append(contentsOf: limit.name.utf8)
    // UTF-8 text never contains 255.
    bytes.append(255)
    bytes.append(contentsOf: name.utf8)
    let value = hash.value(of: bytes)
    let (bucket, rest) = value.multipliedFullWidth(by: buckets)
    return (words + CountTable.head + Int(bucket) * CountTable.width, rest >> (64 - Entry.tagBits))
  }

  /// Returns the word with this tag, or else the most expendable one.
  private func slot(
    of tag: UInt64, in bucket: UnsafeMutablePointer<Word>, now: Int
  ) -> (word: UnsafeMutablePointer<Word>, seen: UInt64) {
    var best = (word: bucket, seen: UInt64(0))
    var least = UInt64.max
    for index in 0..<CountTable.width {
      let seen = (bucket + index).pointee.load(ordering: .relaxed)
      let entry = Entry(seen)
      if seen != 0, entry.tag == tag { return (bucket + index, seen) }
      let weight = entry.end > now ? entry.weight : 0
      if weight < least {
        least = weight
        best = (bucket + index, seen)
      }
    }
    return best
  }

  /// The content of a word: a 20-bit tag, a 12-bit count, and a 32-bit time.
  ///
  /// The time is when the window ends, in ticks, which lasts for 13 years.
  struct Entry {
    static let tagBits = 20
    private static let countBits = 12
    private static let endBits = 32
    static let highestCount = 1 << countBits - 1

    let word: UInt64

    init(_ word: UInt64) { self.word = word }

    init(tag: UInt64, count: Int, end: Int) {
      let end = UInt64(UInt32(truncatingIfNeeded: end))
      word = (tag << Entry.countBits | UInt64(count)) << Entry.endBits | end
    }

    var tag: UInt64 { word >> (Entry.countBits + Entry.endBits) }
    var count: Int { Int(word >> Entry.endBits) & Entry.highestCount }
    var end: Int { Int(word & (1 << Entry.endBits - 1)) }

    /// Returns whether its window is still open.
    ///
    /// A thread may come late with the time that it has read, but a window that ends much later
    /// than any that begins now is from a wrong clock.
    func isOpen(_ limit: RateLimit, now: Int) -> Bool {
      end > now && end - now <= 2 * limit.ticks
    }

    /// Returns the seconds until its open window ends, if the limit is reached.
    func wait(_ limit: RateLimit, now: Int) -> Int? {
      guard count >= limit.count else { return nil }
      return (min(end - now, limit.ticks) * CountTable.tick + 999) / 1000
    }

    /// The loss if it is replaced: the count, then its remaining time.
    var weight: UInt64 { word & (1 << (Entry.countBits + Entry.endBits) - 1) }
  }
}

extension RateLimit {
  fileprivate var ticks: Int { seconds * 1000 / CountTable.tick }
}
