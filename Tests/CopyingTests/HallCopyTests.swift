import Copying
import Fakes
import Foundation
import Storage
import TestDatabase
import Testing

@Suite struct HallCopyTests {
  private func counts(
    _ summary: CopySummary, _ number: (CopyCount) -> Int
  ) -> [Int] { summary.all.map(number) }

  @Test(arguments: Hall.Kind.pairs)
  func `everything is in the copy, which is used like the hall itself`(
    from: Hall.Kind, to: Hall.Kind
  ) throws {
    let (source, target) = (try Hall(from), try Hall(to))
    let contents = try Contents(in: source.engine)
    let (summary, notes) = try source.copy(to: target)
    #expect(notes.isEmpty)
    #expect(counts(summary, \.copied) == Contents.counts)
    #expect(counts(summary, \.compared) == Contents.counts)
    #expect(counts(summary) { $0.present + $0.newer + $0.damaged + $0.different } == [0, 0, 0, 0])
    try contents.expect(in: target.engine)
  }

  @Test(arguments: Hall.Kind.pairs)
  func `what is there already is not copied again`(from: Hall.Kind, to: Hall.Kind) throws {
    let (source, target) = (try Hall(from), try Hall(to))
    let contents = try Contents(in: source.engine)
    let first = try source.copy(to: target).summary
    let (second, notes) = try source.copy(to: target, mark: 2)
    #expect(notes.isEmpty)
    #expect(counts(second, \.copied) == [0, 0, 0, 0])
    #expect(counts(second, \.present) == Contents.counts)
    #expect(second.checksum == first.checksum)
    try contents.expect(in: target.engine)
  }

  @Test(arguments: Hall.Kind.pairs)
  func `the way there and back leads to the same`(from: Hall.Kind, to: Hall.Kind) throws {
    let halls = (try Hall(from), try Hall(to), try Hall(from))
    let contents = try Contents(in: halls.0.engine)
    let there = try halls.0.copy(to: halls.1).summary
    let back = try halls.1.copy(to: halls.2).summary
    #expect(there.checksum == back.checksum && there.checksum.count == 64)
    try contents.expect(in: halls.2.engine)
    // What others do afterwards is not in it.
    #expect(try halls.0.copy(to: halls.1, mark: 2).summary.checksum == there.checksum)
    try halls.0.engine.sessions.create([1], as: SessionID())
    #expect(try halls.0.copy(to: halls.1, mark: 2).summary.checksum != there.checksum)
  }

  @Test(arguments: Hall.Kind.pairs)
  func `what is older in the copy is replaced`(from: Hall.Kind, to: Hall.Kind) throws {
    let (source, target) = (try Hall(from), try Hall(to))
    let engine = try source.engine
    let contents = try Contents(in: engine)
    _ = try source.copy(to: target)
    try change(contents, in: engine)
    let (summary, notes) = try source.copy(to: target, mark: 2)
    #expect(notes.isEmpty)
    #expect(counts(summary, \.copied) == [1, 2, 1, 2])
    #expect(counts(summary, \.compared) == Contents.counts)
    try expectChange(contents, in: target.engine)
  }

  @Test(arguments: Hall.Kind.pairs)
  func `what is newer in the copy stays, and is told`(from: Hall.Kind, to: Hall.Kind) throws {
    let (source, target) = (try Hall(from), try Hall(to))
    let contents = try Contents(in: source.engine)
    _ = try source.copy(to: target)
    try change(contents, in: target.engine)
    let (summary, notes) = try source.copy(to: target, mark: 2)
    #expect(notes.count == 6)
    for note in notes {
      guard case .newer = note else {
        Issue.record("\(note)")
        continue
      }
    }
    #expect(counts(summary, \.newer) == [1, 2, 1, 2])
    #expect(counts(summary) { $0.copied + $0.different } == [0, 0, 0, 0])
    try expectChange(contents, in: target.engine)
  }

  /// Changes one session, two entries, one record and two rooms.
  private func change(_ contents: Contents, in engine: any StorageEngine) throws {
    try Contents.save([[5]], in: contents.sessions[0], engine)
    let later = Contents.now + 200
    let isReplaced = try engine.vaults.replace(
      contents.entries[0], of: contents.vault, with: [11], over: [1], now: later)
    let isRemoved = try engine.vaults.remove(contents.entries[2], from: contents.vault, now: later)
    #expect(isReplaced && isRemoved)
    let isDeleted = try engine.cloud.delete(cloudID(1), secret: contents.secret)
    #expect(isDeleted)
    try engine.rooms.add([77], to: contents.rooms[1], now: later)
    let isGone = try engine.rooms.delete(contents.rooms[0])
    #expect(isGone)
  }

  private func expectChange(_ contents: Contents, in engine: any StorageEngine) throws {
    #expect(try engine.sessions.load(contents.sessions[0], for: .reading)?.bytes == [5])
    #expect(try engine.vaults.bytes(of: contents.vault) == [[11], [20]])
    let removals = try engine.vaults.removals(of: contents.vault, now: Contents.now + 200)
    #expect(Set(removals.map(\.id)) == [contents.entries[2], contents.removed])
    #expect(try engine.cloud.wasDeleted(cloudID(1)))
    #expect(try engine.rooms.all(contents.rooms[1]).events.last == [77])
    #expect(try engine.rooms.newestNumber(of: contents.rooms[0]) == nil)
  }

  @Test(arguments: Hall.Kind.pairs, [true, false])
  func `of two ways that a room went, the one where something happened last counts`(
    pair: (from: Hall.Kind, to: Hall.Kind), isOursLater: Bool
  ) throws {
    let (source, target) = (try Hall(pair.from), try Hall(pair.to))
    let room = try source.engine.rooms.openRoom()
    for number: UInt8 in 1...3 { try source.engine.rooms.add([number], to: room) }
    _ = try source.copy(to: target)
    try source.engine.rooms.add([40], to: room, now: isOursLater ? 20 : 10)
    for number: UInt8 in 50...52 { try target.engine.rooms.add([number], to: room, now: 15) }
    let isSaved = try target.engine.rooms.save(StoredSnapshot(number: 6, bytes: [1]), of: room)
    #expect(isSaved)
    let (summary, notes) = try source.copy(to: target, mark: 2)
    #expect(summary.rooms.copied == (isOursLater ? 1 : 0))
    #expect(notes.count == (isOursLater ? 0 : 1))
    #expect(
      try target.engine.rooms.all(room).events
        == [[0], [1], [2], [3]] + (isOursLater ? [[40]] : [[50], [51], [52]]))
    // No snapshot of the other way is left.
    #expect((try target.engine.rooms.snapshot(of: room) == nil) == isOursLater)
  }

  @Test(arguments: Hall.Kind.allCases)
  func `a hall is not copied onto itself`(kind: Hall.Kind) throws {
    let hall = try Hall(kind)
    let contents = try Contents(in: hall.engine)
    #expect(throws: CopyFailure.sameHall) { _ = try hall.copy(to: hall, mark: 3) }
    #expect(try hall.archive.mark() == nil)
    try contents.expect(in: hall.engine)
  }

  @Test(arguments: Hall.Kind.pairs)
  func `a session is as idle in the copy as it was`(from: Hall.Kind, to: Hall.Kind) throws {
    let (source, target) = (try Hall(from), try Hall(to))
    let old = Int(time(nil)) - 20 * 86_400
    let ids = (0..<2).map { _ in SessionID() }
    for id in ids { try source.engine.sessions.create([1], as: id) }
    if let database = source.database {
      let hash = try database.run("SELECT hash FROM dicehall_session LIMIT 1")[0]
      try database.run("UPDATE dicehall_session SET used = \(old) WHERE hash = '\(hash)'")
    } else {
      let path = try #require(try source.paths(in: "sessions").last)
      utime(path, [utimbuf(actime: old, modtime: old)])
    }
    // Copying is no use of a session either.
    for mark in 1...2 { _ = try source.copy(to: target, mark: mark) }
    for engine in [try source.engine, try target.engine] {
      let swept = try (UInt8.min...UInt8.max).reduce(0) { count, slice in
        count + (try engine.sessions.sweep(slice: slice, idleFor: 86_400, now: Int(time(nil))))
      }
      #expect(swept == 1)
    }
  }

  @Test func `a folder that is not there is not made`() throws {
    let (source, target) = (try Hall(.files), try Hall(.files))
    try FileManager.default.removeItem(atPath: "\(source.folder)/rooms")
    let error = #expect(throws: CopyFailure.self) { _ = try source.copy(to: target) }
    guard case .source(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(reason)".contains("\(source.folder)/rooms: No such file or directory"))
    #expect(!FileManager.default.fileExists(atPath: "\(source.folder)/rooms"))
  }
}
