import FastCGI
import Glibc
import Site
import Synchronization

/// The current requests of all threads, in memory that a service's processes share.
///
/// A thread notes the path before it answers, and readers find its route, so that requests hardly
/// pay for it. Readers wait for nobody, not even for a frozen process, and accept any number, as a
/// corrupt worker may write any.
struct CurrentRequests: @unchecked Sendable {
  typealias Word = Atomic<UInt64>

  /// A request that is being answered.
  struct Entry {
    /// The place of the worker that is handling it.
    let place: Int
    let route: String
    /// The time since the answer was begun, in milliseconds.
    let age: Int64
  }

  /// The size of a worker's head: the numbers of requests answered and of threads with a slot.
  private static let headBytes = 16
  /// The size of a thread's slot: when its answer began (0 if free), and the path with its length.
  private static let slotBytes = 128
  private static let longestPath = slotBytes - 16

  private let memory: UnsafeMutableRawBufferPointer
  /// The most threads of a worker.
  private let threads: Int

  /// Returns the memory for workers with this many threads, in bytes.
  static func memory(threads: Int) -> Int { Metrics.places * (headBytes + threads * slotBytes) }

  /// Creates the notes in this memory, whose bytes are zero at first.
  init(_ memory: UnsafeMutableRawBufferPointer, threads: Int) {
    precondition(memory.count >= CurrentRequests.memory(threads: threads), "no room for requests")
    self.memory = memory
    self.threads = threads
  }

  private func word(_ offset: Int) -> UnsafeMutablePointer<Word>? {
    memory.baseAddress.map { ($0 + offset).assumingMemoryBound(to: Word.self) }
  }

  private func head(_ place: Int) -> Int { place * CurrentRequests.headBytes }

  private func offset(of thread: Int, at place: Int) -> Int {
    head(Metrics.places) + (place * threads + thread) * CurrentRequests.slotBytes
  }

  // MARK: Noting

  /// A thread's place to note its current request.
  struct Slot {
    fileprivate let begun: UnsafeMutablePointer<Word>
    fileprivate let answered: UnsafeMutablePointer<Word>
    fileprivate let length: UnsafeMutablePointer<Int>
    fileprivate let path: UnsafeMutableRawBufferPointer

    func begin(_ path: String) {
      // Anyone who sees a part of this path also sees that the slot was free before.
      atomicMemoryFence(ordering: .releasing)
      var path = path
      length.pointee = path.withUTF8 { bytes in
        let count = min(bytes.count, self.path.count)
        self.path.copyBytes(from: bytes.prefix(count))
        return count
      }
      begun.pointee.store(UInt64(milliseconds()), ordering: .releasing)
    }

    func end() {
      begun.pointee.store(0, ordering: .releasing)
      answered.pointee.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Returns a slot for another thread of a worker; `nil` if all are taken.
  func slot(at place: Int) -> Slot? {
    guard place < Metrics.places, let answered = word(head(place)),
      let taken = word(head(place) + 8)
    else { return nil }
    let number = Int(clamping: taken.pointee.wrappingAdd(1, ordering: .relaxed).oldValue)
    guard number < threads, let begun = word(offset(of: number, at: place)) else { return nil }
    let start = UnsafeMutableRawPointer(begun)
    return Slot(
      begun: begun, answered: answered,
      length: (start + 8).assumingMemoryBound(to: Int.self),
      path: .init(start: start + 16, count: CurrentRequests.longestPath))
  }

  /// Clears the current requests of a worker that is gone; its answers still count.
  func clear(at place: Int) {
    guard place < Metrics.places else { return }
    for thread in 0..<slots(at: place) {
      word(offset(of: thread, at: place))?.pointee.store(0, ordering: .relaxed)
    }
    word(head(place) + 8)?.pointee.store(0, ordering: .relaxed)
  }

  // MARK: Looking

  private func slots(at place: Int) -> Int {
    min(threads, Int(clamping: word(head(place) + 8)?.pointee.load(ordering: .relaxed) ?? 0))
  }

  /// The number of requests answered since the service started.
  var answered: UInt64 {
    (0..<Metrics.places).reduce(0) {
      $0 &+ (word(head($1))?.pointee.load(ordering: .relaxed) ?? 0)
    }
  }

  /// Returns requests in progress for at least this many milliseconds, the oldest first.
  func entries(olderThan least: Int64 = 0) -> [Entry] {
    let now = milliseconds()
    var entries: [Entry] = []
    for place in 0..<Metrics.places {
      for thread in 0..<slots(at: place) {
        if let entry = entry(of: thread, at: place, now), entry.age >= least {
          entries.append(entry)
        }
      }
    }
    return entries.sorted { $0.age > $1.age }
  }

  private func entry(of thread: Int, at place: Int, _ now: Int64) -> Entry? {
    let offset = offset(of: thread, at: place)
    guard let begun = word(offset) else { return nil }
    let time = begun.pointee.load(ordering: .acquiring)
    guard time != 0 else { return nil }
    let length = memory.load(fromByteOffset: offset + 8, as: Int.self)
    let bytes = memory[(offset + 16)..<(offset + CurrentRequests.slotBytes)]
      .prefix(max(0, min(length, CurrentRequests.longestPath)))
    let route = hall.routeNumber(of: String(decoding: bytes, as: UTF8.self))
    // Otherwise the path may be the next request's.
    atomicMemoryFence(ordering: .acquiring)
    guard begun.pointee.load(ordering: .relaxed) == time else { return nil }
    let age = max(0, now - Int64(clamping: time))
    return Entry(place: place, route: hall.routeNames[route], age: age)
  }
}
