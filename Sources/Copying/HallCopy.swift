import Cryptography
import Storage

/// Copies a hall from one engine to another, and then compares them.
///
/// Pieces that the target already has aren't copied again, so an interrupted copy continues where
/// it stopped. A piece that is newer in the target stays. Memory holds the names of a 256th of the
/// pieces, and some megabytes of what is being copied.
package struct HallCopy {
  let source: any HallArchive
  let target: any HallArchive
  /// Whether both are one hall, which is only read: comparing is the first to find damage then.
  var onlyReads = false
  /// Receives each note for the operator as it is made.
  let report: (CopyNote) -> Void
  /// Learns of each kind when all of it was copied.
  let progress: (CopyKind, CopyCount) -> Void

  package init(
    from source: any HallArchive, to target: any HallArchive,
    progress: @escaping (CopyKind, CopyCount) -> Void = { _, _ in },
    report: @escaping (CopyNote) -> Void
  ) {
    self.source = source
    self.target = target
    self.report = report
    self.progress = progress
  }

  /// Copies and compares everything; `mark` is a unique random number, or one that stands for what
  /// is copied.
  ///
  /// - Throws: `CopyFailure`; what was copied by then stays with the mark, and the copy can be run
  ///   again.
  package func run(mark: Int) throws(CopyFailure) -> CopySummary {
    try prepare()
    try onTarget(target.leaveMark(mark))
    let found = try onSource(source.mark())
    guard found != mark else {
      // A leftover mark is harmless.
      try? target.leaveMark(nil)
      throw .sameHall
    }
    var summary = try copy()
    try compare(&summary)
    try? target.leaveMark(nil)
    return summary
  }

  /// Copies everything into an empty place, while people may be playing in the hall.
  ///
  /// The copy holds everything that was saved before, and each piece as it was at some moment since.
  /// Comparing would find what they did meanwhile; `contents(of:)` reads the copy back instead.
  package func runWhileInUse() throws(CopyFailure) -> CopySummary {
    try prepare()
    return try copy()
  }

  /// Reads everything in a hall that nobody uses: how many pieces are `compared`, how many are
  /// damaged, and the checksum that a copy of it has too.
  package static func contents(
    of hall: any HallArchive, report: @escaping (CopyNote) -> Void
  ) throws(CopyFailure) -> CopySummary {
    var reading = HallCopy(from: hall, to: hall, report: report)
    reading.onlyReads = true
    try reading.onSource(hall.checkReading())
    var summary = CopySummary()
    try reading.compare(&summary)
    return summary
  }

  private func prepare() throws(CopyFailure) {
    try onSource(source.checkReading())
    try onTarget(target.prepareWriting())
  }

  private func copy() throws(CopyFailure) -> CopySummary {
    var summary = CopySummary()
    try walk(&summary, isComparing: false)
    try onTarget(target.flush())
    return summary
  }

  private func compare(_ summary: inout CopySummary) throws(CopyFailure) {
    var checksum = SHA256()
    try walk(&summary, isComparing: true) { checksum.update($0.span) }
    summary.checksum = hex(checksum.finish())
  }

  /// Walks through everything to copy what is missing, or to compare; `same` receives what is
  /// equal.
  private func walk(
    _ summary: inout CopySummary, isComparing: Bool, same: @escaping ([UInt8]) -> Void = { _ in }
  ) throws(CopyFailure) {
    func finished(_ kind: CopyKind, _ count: CopyCount) {
      if !isComparing { progress(kind, count) }
    }
    let pieces = PieceCopy(hall: self, isComparing: isComparing, same: same)
    // What a player keeps goes from the first of these to the last, and is read before it can go.
    try pieces.copy(source.sessions, to: target.sessions, &summary.sessions)
    finished(.sessions, summary.sessions)
    try pieces.copy(source.vaults, to: target.vaults, &summary.vaults)
    finished(.vaults, summary.vaults)
    try pieces.copy(source.cloud, to: target.cloud, &summary.cloud)
    finished(.cloud, summary.cloud)
    try RoomCopy(hall: self, isComparing: isComparing, same: same).copy(&summary.rooms)
    finished(.rooms, summary.rooms)
  }

  func onSource<Result>(
    _ work: @autoclosure () throws(StorageError) -> Result
  ) throws(CopyFailure) -> Result {
    do throws(StorageError) { return try work() } catch { throw .source(error) }
  }

  func onTarget<Result>(
    _ work: @autoclosure () throws(StorageError) -> Result
  ) throws(CopyFailure) -> Result {
    do throws(StorageError) { return try work() } catch { throw .target(error) }
  }
}

/// Why a copy ended early.
package enum CopyFailure: Error, Equatable {
  /// The hall to copy can't be read.
  case source(StorageError)
  /// The place to copy to can't be read or written.
  case target(StorageError)
  case sameHall
}

/// What is copied, in this order.
package enum CopyKind: CaseIterable, Sendable {
  case sessions
  /// And their entries.
  case vaults
  case cloud, rooms
}

/// A note about one piece, with its place.
package enum CopyNote: Equatable, Sendable {
  /// The source's piece can't be read, and is left out.
  case damaged(String)
  /// Only its first line can be read in the source.
  case cut(String)
  /// Records of a room that were damaged and are left out; the others are copied.
  case missing(String, ClosedRange<Int>)
  /// It is newer in the target, and stays.
  case newer(String)
  /// It differs after it was copied.
  case different(String)
}

/// What a copy has done.
package struct CopySummary: Equatable, Sendable {
  package var sessions = CopyCount()
  /// Of vaults and their entries.
  package var vaults = CopyCount()
  package var cloud = CopyCount()
  package var rooms = CopyCount()
  /// The SHA-256 of everything that was equal, in hexadecimal digits; another copy of the same hall
  /// gives the same.
  package var checksum = ""

  /// In the order of `CopyKind`.
  package var all: [CopyCount] { [sessions, vaults, cloud, rooms] }
}

/// How many pieces of one kind.
package struct CopyCount: Equatable, Sendable {
  package var copied = 0
  /// They were already there.
  package var present = 0
  /// They are newer in the target.
  package var newer = 0
  /// They are damaged in the source, and left out as a whole or in part.
  package var damaged = 0
  /// They were read in both after copying, and are the same.
  package var compared = 0
  package var different = 0
}

extension HallArchive {
  package func isEmpty() throws(StorageError) -> Bool {
    guard try sessions.isEmpty(), try vaults.isEmpty(), try cloud.isEmpty() else { return false }
    var next: Int? = 0
    while let place = next {
      let page = try rooms.names(from: place)
      guard page.names.isEmpty else { return false }
      next = page.next
    }
    return true
  }
}

extension PieceArchive {
  fileprivate func isEmpty() throws(StorageError) -> Bool {
    var next: Int? = 0
    while let place = next {
      let page = try names(from: place)
      guard page.names.isEmpty else { return false }
      next = page.next
    }
    return true
  }
}
