import Site
import Storage
import Synchronization

/// How many sessions there are and how much room they take, as all processes of a service know it
/// together: counted now and then, and with those that have begun since.
///
/// Nobody waits for it, so after a count it may be wrong by the few that began meanwhile; what other
/// machines begin in the same database is known with the next count.
struct Occupancy: @unchecked Sendable {
  typealias Word = Atomic<Int>

  /// What it needs, in bytes.
  static let memory = 8 * MemoryLayout<Word>.stride
  /// How often sessions are counted, in seconds, and how often if some have to make room.
  private static let pause = 3600
  private static let shortPause = 50
  /// The least that a session takes, in bytes.
  private static let block = 4096

  let cap: SessionCap
  private let words: UnsafeMutablePointer<Word>
  private var sessions: UnsafeMutablePointer<Word> { words }
  private var room: UnsafeMutablePointer<Word> { words + 1 }
  private var lastCount: UnsafeMutablePointer<Word> { words + 2 }

  /// Keeps its numbers in this memory, whose bytes are zero at first.
  init(_ memory: UnsafeMutableRawBufferPointer, cap: SessionCap) {
    guard let start = memory.baseAddress, memory.count >= Occupancy.memory else {
      preconditionFailure("no room for the number of sessions")
    }
    words = start.bindMemory(to: Word.self, capacity: 8)
    self.cap = cap
  }

  var count: Int { sessions.pointee.load(ordering: .relaxed) }
  /// In bytes.
  var bytes: Int { room.pointee.load(ordering: .relaxed) }

  /// Whether no new session may begin.
  var isFull: Bool { cap.isReached(count: count, bytes: bytes) }

  /// Counts a session that has begun with so many bytes.
  func addSession(bytes: Int) {
    let blocks = (bytes + Occupancy.block - 1) / Occupancy.block
    add(sessions: 1, bytes: max(1, blocks) * Occupancy.block)
  }

  /// Counts sessions that are gone, of which nobody has asked how large they were.
  func remove(sessions: Int) {
    let average = bytes / max(1, count)
    add(sessions: -sessions, bytes: -sessions * average)
  }

  private func add(sessions: Int, bytes: Int) {
    self.sessions.pointee.wrappingAdd(sessions, ordering: .relaxed)
    room.pointee.wrappingAdd(bytes, ordering: .relaxed)
  }

  /// Counts all sessions if it is time for that, and makes room among them if there is too little; of
  /// several processes one does so.
  /// - Returns: how many had to go.
  func keepWithin(_ sessions: any SessionStorage, now: Int) throws(StorageError) -> Int {
    guard cap.isSet, takesTurn(now: now) else { return 0 }
    // Those that begin from here on are added to what is found, though some may be found too.
    let (begun, bytes) = (count, self.bytes)
    var (census, removed) = try sessions.trim(to: cap, now: now)
    if removed > 0 { census = try sessions.census() }
    add(sessions: census.count - begun, bytes: census.bytes - bytes)
    return removed
  }

  private func takesTurn(now: Int) -> Bool {
    let last = lastCount.pointee.load(ordering: .relaxed)
    let pause = cap.isNear(count: count, bytes: bytes) ? Occupancy.shortPause : Occupancy.pause
    // A clock that was set back must not stop it.
    guard last == 0 || now >= last + pause || now < last else { return false }
    return lastCount.pointee.compareExchange(expected: last, desired: now, ordering: .relaxed)
      .exchanged
  }
}
