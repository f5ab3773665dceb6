import FastCGI
import Glibc
import Site
import Synchronization

/// What each thread of each worker is answering, in memory that all processes of a service share.
///
/// A thread notes the path before it answers, and its route is found out by whoever looks, so that
/// requests hardly pay for it. Whoever looks waits for nobody, not even for a process that is frozen,
/// and takes any number for possible, as a worker that is out of its mind may write any.
struct CurrentRequests: @unchecked Sendable {
  typealias Word = Atomic<UInt64>

  /// A request that is being answered.
  struct Entry {
    /// The place of the worker that is handling it.
    let place: Int
    let route: String
    /// Since the answer was begun, in milliseconds.
    let age: Int64
  }

  /// What a worker has, before the slots of all: how many it has answered, and how many threads have a
  /// slot.
  private static let headBytes = 16
  /// What a thread has: when it began to answer (0 if it is free), and the length and bytes of the path.
  private static let slotBytes = 128
  private static let longestPath = slotBytes - 16

  private let memory: UnsafeMutableRawBufferPointer
  /// How many threads a worker has at most.
  private let threads: Int

  /// What it needs for workers with so many threads, in bytes.
  static func memory(threads: Int) -> Int {
    Metrics.places * (headBytes + threads * slotBytes)
  }

  /// Keeps its notes in this memory, whose bytes are zero at first.
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

  /// Where a thread notes what it is answering.
  struct Slot {
    fileprivate let begun: UnsafeMutablePointer<Word>
    fileprivate let answered: UnsafeMutablePointer<Word>
    fileprivate let length: UnsafeMutablePointer<Int>
    fileprivate let path: UnsafeMutableRawBufferPointer

    func begin(_ path: String) {
      // Whoever sees anything of this path sees that the slot was free before.
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

  /// A slot for another thread of a worker; `nil` if all are taken.
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

  /// Forgets what a worker was at that is gone; what it answered still counts.
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

  /// How many requests have been answered since the service was started.
  var answered: UInt64 {
    (0..<Metrics.places).reduce(0) {
      $0 &+ (word(head($1))?.pointee.load(ordering: .relaxed) ?? 0)
    }
  }

  /// Requests that have been in progress for at least this many milliseconds, the oldest first.
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
    // Otherwise the path may be that of the next request.
    atomicMemoryFence(ordering: .acquiring)
    guard begun.pointee.load(ordering: .relaxed) == time else { return nil }
    let age = max(0, now - Int64(clamping: time))
    return Entry(place: place, route: hall.routeNames[route], age: age)
  }
}
