import Cryptography
import Storage

/// Copies a hall from one engine to another and compares the two.
///
/// Pieces that the target already has aren't copied again, so an interrupted copy continues where
/// it stopped. A piece that is newer in the target stays. The names of 1/256 of the pieces and a
/// few megabytes of content are in memory at a time.
package struct HallCopy {
  let source: any HallArchive
  let target: any HallArchive
  /// Whether source and target are the same hall, which is only read to find damage.
  var onlyReads = false
  /// Receives each note for the operator as it is made.
  let report: (CopyNote) -> Void
  /// Receives the final count of each kind.
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

  /// Copies and compares everything.
  ///
  /// `mark` is a unique random number, or one that identifies what is copied.
  ///
  /// - Throws: `CopyFailure`; the target keeps what was copied and the mark, so the copy can be
  ///   run again.
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

  /// Copies everything into an empty place while the hall may be in use.
  ///
  /// The copy holds everything that was saved before it started, and each piece in a state that it
  /// has had since. A comparison would report later changes; check with `contents(of:)` instead.
  package func runWhileInUse() throws(CopyFailure) -> CopySummary {
    try prepare()
    return try copy()
  }

  /// Reads a hall that isn't in use: counts its pieces, and computes the checksum of its copies.
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

  /// Copies what is missing, or compares everything and passes what is equal to `same`.
  private func walk(
    _ summary: inout CopySummary, isComparing: Bool, same: @escaping ([UInt8]) -> Void = { _ in }
  ) throws(CopyFailure) {
    func finished(_ kind: CopyKind, _ count: CopyCount) {
      if !isComparing { progress(kind, count) }
    }
    let walk = CopyWalk(hall: self, isComparing: isComparing, same: same)
    // What a player keeps moves from the first kind to the last, so it is read before it can move.
    try walk.copy(source.sessions, to: target.sessions, &summary.sessions)
    finished(.sessions, summary.sessions)
    try walk.copy(source.vaults, to: target.vaults, &summary.vaults)
    finished(.vaults, summary.vaults)
    try walk.copy(source.cloud, to: target.cloud, &summary.cloud)
    finished(.cloud, summary.cloud)
    try walk.copyRooms(&summary.rooms)
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

/// A kind of piece; the cases are in the order of copying.
package enum CopyKind: CaseIterable, Sendable {
  case sessions
  /// Vaults and their entries.
  case vaults
  case cloud, rooms
}

/// A note about one piece, with the piece's place.
package enum CopyNote: Equatable, Sendable {
  /// A piece that can't be read in the source and is left out.
  case damaged(String)
  /// A room of which the source has only its first line.
  case cut(String)
  /// The damaged records of a room that are left out; the others are copied.
  case missing(String, ClosedRange<Int>)
  /// A piece that is newer in the target and stays.
  case newer(String)
  /// A piece that differs after it was copied.
  case different(String)
}

/// The result of a copy.
package struct CopySummary: Equatable, Sendable {
  package var sessions = CopyCount()
  /// Counts vaults and their entries.
  package var vaults = CopyCount()
  package var cloud = CopyCount()
  package var rooms = CopyCount()
  /// The SHA-256 of everything that was equal, in hexadecimal; the same for all copies of a hall.
  package var checksum = ""

  /// The counts in the order of `CopyKind`.
  package var all: [CopyCount] { [sessions, vaults, cloud, rooms] }
}

/// The numbers of pieces of one kind.
package struct CopyCount: Equatable, Sendable {
  package var copied = 0
  /// Pieces that were already there.
  package var present = 0
  /// Pieces that are newer in the target.
  package var newer = 0
  /// Pieces that are damaged in the source and left out as a whole or in part.
  package var damaged = 0
  /// Pieces that were compared after copying and are the same.
  package var compared = 0
  package var different = 0
}

extension HallArchive {
  package func isEmpty() throws(StorageError) -> Bool {
    guard try sessions.isEmpty(), try vaults.isEmpty(), try cloud.isEmpty() else { return false }
    return try HallCopy.isEmpty(rooms.names(from:))
  }
}

extension PieceArchive {
  fileprivate func isEmpty() throws(StorageError) -> Bool { try HallCopy.isEmpty(names(from:)) }
}

extension HallCopy {
  fileprivate static func isEmpty<Name>(
    _ names: (Int) throws(StorageError) -> NamePage<Name>
  ) throws(StorageError) -> Bool {
    var next: Int? = 0
    while let place = next {
      let page = try names(place)
      guard page.names.isEmpty else { return false }
      next = page.next
    }
    return true
  }
}
