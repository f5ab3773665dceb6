import Copying
import Fakes
import FileStorage
import Foundation
import Storage
import Testing

/// Copies of halls that are in use.
@Suite struct BackupTests {
  @Test(arguments: Hall.Kind.pairs)
  func `what happens meanwhile takes nothing from the copy`(
    from: Hall.Kind, to: Hall.Kind
  ) throws {
    let (source, target) = (try Hall(from), try Hall(to))
    let contents = try Contents(in: source.engine)
    let engine = try source.engine
    var notes: [CopyNote] = []
    let copy = HallCopy(
      from: try source.archive, to: try target.archive,
      progress: { kind, _ in
        // Once sessions are copied, play goes on there, and a room is deleted after all.
        try? Contents.save([[5]], in: contents.sessions[0], engine)
        if kind == .rooms { _ = try? engine.rooms.delete(contents.rooms[0]) }
      }, report: { notes.append($0) })
    let summary = try copy.runWhileInUse()
    #expect(notes.isEmpty && summary.all.map(\.copied) == Contents.counts)
    #expect(try engine.sessions.load(contents.sessions[0], for: .reading)?.bytes == [5])
    let written = try HallCopy.contents(of: target.archive) { notes.append($0) }
    #expect(notes.isEmpty && written.all.map(\.compared) == Contents.counts)
    #expect(written.checksum.count == 64 && summary.checksum.isEmpty)
    try contents.expect(in: target.engine)
  }

  @Test(arguments: Hall.Kind.allCases)
  func `a hall is empty until there is something of any kind in it`(kind: Hall.Kind) throws {
    let makers: [(any StorageEngine) throws -> Void] = [
      { try $0.sessions.create([1], as: SessionID()) },
      { _ = try $0.vaults.add([1], to: nil, now: Contents.now) },
      { _ = try $0.cloud.add(record(1)) },
      { _ = try $0.rooms.openRoom() },
    ]
    for make in makers {
      let hall = try Hall(kind)
      #expect(try hall.archive.isEmpty())
      try make(try hall.engine)
      #expect(try !hall.archive.isEmpty())
    }
  }

  @Test func `reading a hall names what is damaged in it`() throws {
    let hall = try Hall(.files)
    _ = try Contents(in: hall.engine)
    let damaged = [try hall.paths(in: "sessions")[0], try hall.paths(in: "rooms")[0]]
    for path in damaged {
      try Data(repeating: 1, count: 500).write(to: URL(filePath: path))
    }
    var notes: [CopyNote] = []
    let summary = try HallCopy.contents(of: hall.archive) { notes.append($0) }
    #expect(notes == damaged.map { .damaged($0) })
    #expect(summary.all.map(\.damaged) == [1, 0, 0, 1])
  }

  @Test func `a damaged record of the cloud is named, and the others are copied`() throws {
    let (source, target) = (try Hall(.files), try Hall(.files))
    _ = try Contents(in: source.engine)
    let path = "\(source.folder)/cloud/cloud.sqlite"
    var bytes = try Data(contentsOf: URL(filePath: path))
    let name = try #require(bytes.range(of: Data("Añ 2".utf8)))
    bytes[name.upperBound - 1] = UInt8(ascii: "9")
    try bytes.write(to: URL(filePath: path))
    let (summary, notes) = try source.copy(to: target)
    #expect(notes == [.damaged("\(path), record \(cloudID(2).text)")])
    #expect(summary.cloud.damaged == 1 && summary.cloud.copied == 3)
  }

  @Test func `a session that is being saved is read when that is done`() throws {
    let hall = try Hall(.files)
    let id = SessionID()
    try hall.engine.sessions.create([1], as: id)
    try Contents.save([[2, 2, 2]], in: id, hall.engine)
    let path = try #require(try hall.paths(in: "sessions").first)
    // As if somebody was in the middle of writing there: the second slot, after its header.
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    #expect(flock(file.fileDescriptor, LOCK_EX) == 0)
    let place = UInt64(64 * 1024 + 24)
    try file.seek(toOffset: place)
    file.write(Data([9]))
    Thread.detachNewThread {
      usleep(100_000)
      try? file.seek(toOffset: place)
      file.write(Data([2]))
      try? file.close()
    }
    let archive = try hall.archive.sessions
    #expect(try bytes(in: archive) == [[2, 2, 2]])
  }

  private func bytes(in archive: any PieceArchive<SessionPiece>) throws -> [[UInt8]] {
    try (0..<256).flatMap { slice in
      let names = try archive.names(from: slice).names
      return try archive.read(names).found.values.map(\.bytes)
    }
  }
}
