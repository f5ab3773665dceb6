import Site
import Storage
import Synchronization

/// The number of sessions and their space, shared by all processes of a service.
///
/// They are counted now and then, and new sessions are added. Nobody waits for a count, after which
/// the number may be wrong by the few sessions that began meanwhile; those of other machines in the
/// same database are known with the next count.
struct Occupancy: @unchecked Sendable {
  typealias Word = Atomic<Int>

  /// The memory that it needs, in bytes.
  static let memory = 8 * MemoryLayout<Word>.stride
  /// The seconds between counts, and between counts if some sessions have to make room.
  private static let pause = 3600
  private static let shortPause = 50
  /// The least space of a session, in bytes.
  private static let block = 4096

  let cap: SessionCap
  private let words: UnsafeMutablePointer<Word>
  private var sessions: UnsafeMutablePointer<Word> { words }
  private var room: UnsafeMutablePointer<Word> { words + 1 }
  private var lastCount: UnsafeMutablePointer<Word> { words + 2 }

  /// Creates an occupancy in this memory, whose bytes are zero at first.
  init(_ memory: UnsafeMutableRawBufferPointer, cap: SessionCap) {
    guard let start = memory.baseAddress, memory.count >= Occupancy.memory else {
      preconditionFailure("no room for the number of sessions")
    }
    words = start.bindMemory(to: Word.self, capacity: 8)
    self.cap = cap
  }

  var count: Int { sessions.pointee.load(ordering: .relaxed) }
  /// The space in bytes.
  var bytes: Int { room.pointee.load(ordering: .relaxed) }

  /// Whether no new session may begin.
  var isFull: Bool { cap.isReached(count: count, bytes: bytes) }

  /// Counts a new session with this many bytes.
  func addSession(bytes: Int) {
    let blocks = (bytes + Occupancy.block - 1) / Occupancy.block
    add(sessions: 1, bytes: max(1, blocks) * Occupancy.block)
  }

  /// Counts sessions that are gone and whose sizes are unknown.
  func remove(sessions: Int) {
    let average = bytes / max(1, count)
    add(sessions: -sessions, bytes: -sessions * average)
  }

  private func add(sessions: Int, bytes: Int) {
    self.sessions.pointee.wrappingAdd(sessions, ordering: .relaxed)
    room.pointee.wrappingAdd(bytes, ordering: .relaxed)
  }

  /// Counts all sessions if it is time, and makes room among them if there is too little.
  ///
  /// Only one of several processes does so.
  /// - Returns: the number of sessions removed.
  func keepWithin(_ sessions: any SessionStorage, now: Int) throws(StorageError) -> Int {
    guard cap.isSet, takesTurn(now: now) else { return 0 }
    // Sessions that begin from here on are added to the result, though some may be counted twice.
    let (begun, bytes) = (count, self.bytes)
    var (census, removed) = try sessions.trim(to: cap, now: now)
    if removed > 0 { census = try sessions.census() }
    add(sessions: census.count - begun, bytes: census.bytes - bytes)
    return removed
  }

  private func takesTurn(now: Int) -> Bool {
    let last = lastCount.pointee.load(ordering: .relaxed)
    let pause = cap.isNear(count: count, bytes: bytes) ? Occupancy.shortPause : Occupancy.pause
    // A clock that was set back must not stop the counting.
    guard last == 0 || now >= last + pause || now < last else { return false }
    return lastCount.pointee.compareExchange(expected: last, desired: now, ordering: .relaxed)
      .exchanged
  }
}
