import Crypto
import Storage

/// Copies a hall from one engine to another, and then compares them.
///
/// Pieces that the target already has aren't copied again, so an interrupted copy continues where
/// it stopped. A piece that is newer in the target stays. Memory holds the names of a 256th of the
/// pieces, and some megabytes of what is being copied.
package struct HallCopy {
  let source: any HallArchive
  let target: any HallArchive
  /// Receives each note for the operator at once.
  let report: (CopyNote) -> Void

  package init(
    from source: any HallArchive, to target: any HallArchive,
    report: @escaping (CopyNote) -> Void
  ) {
    self.source = source
    self.target = target
    self.report = report
  }

  /// Copies and compares everything; `mark` is a unique random number.
  ///
  /// - Throws: `CopyFailure`; what was copied by then stays, and the copy can be run again.
  package func run(mark: Int) throws(CopyFailure) -> CopySummary {
    try onSource { () throws(StorageError) in try source.checkReading() }
    try onTarget { () throws(StorageError) in
      try target.prepareWriting()
      try target.leaveMark(mark)
    }
    // A leftover mark is harmless.
    defer { try? target.leaveMark(nil) }
    let found = try onSource { () throws(StorageError) in try source.mark() }
    guard found != mark else { throw .sameHall }
    var summary = CopySummary()
    try walk(&summary, isComparing: false)
    try onTarget { () throws(StorageError) in try target.flush() }
    var checksum = SHA256()
    try walk(&summary, isComparing: true) { checksum.update(data: $0) }
    summary.checksum = checksum.finalize().withUnsafeBytes { hex($0) }
    return summary
  }

  /// Walks through everything to copy what is missing, or to compare; `same` receives what is
  /// equal.
  private func walk(
    _ summary: inout CopySummary, isComparing: Bool, same: @escaping ([UInt8]) -> Void = { _ in }
  ) throws(CopyFailure) {
    let pieces = PieceCopy(hall: self, isComparing: isComparing, same: same)
    try pieces.copy(source.sessions, to: target.sessions, &summary.sessions)
    try pieces.copy(source.vaults, to: target.vaults, &summary.vaults)
    try pieces.copy(source.cloud, to: target.cloud, &summary.cloud)
    try RoomCopy(hall: self, isComparing: isComparing, same: same).copy(&summary.rooms)
  }

  func onSource<Result>(
    _ work: () throws(StorageError) -> Result
  ) throws(CopyFailure) -> Result {
    do throws(StorageError) { return try work() } catch { throw .source(error) }
  }

  func onTarget<Result>(
    _ work: () throws(StorageError) -> Result
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
  /// Both are the same hall.
  case sameHall
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
