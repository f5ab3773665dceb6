import Copying
import Fakes
import Foundation
import Storage
import Testing

/// Halls in files of which some are damaged.
@Suite struct DamagedHallTests {
  private func overwrite(_ path: String, at offset: Int = 0, with bytes: [UInt8]) throws {
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seek(toOffset: UInt64(offset))
    file.write(Data(bytes))
    try file.close()
  }

  private func size(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  @Test(arguments: Hall.Kind.allCases)
  func `what is damaged is named and left where it is, and the rest is copied`(
    kind: Hall.Kind
  ) throws {
    let (source, target) = (try Hall(.files), try Hall(kind))
    let contents = try Contents(in: source.engine)
    // Those that were saved again have an older state left.
    let sessions = try source.paths(in: "sessions").sorted { try size($0) < size($1) }
    let entry = try #require(
      try source.paths(in: "vault").first { $0.hasSuffix(contents.entries[0].text) })
    let rooms = try source.paths(in: "rooms").sorted { try size($0) < size($1) }.suffix(2).map {
      $0
    }
    try overwrite(sessions[0], with: [UInt8](repeating: 1, count: 100))
    try overwrite(entry, at: 24, with: [0xff])
    try overwrite(rooms[0], with: [UInt8](repeating: 2, count: 1000))
    // The second record of the long room; the first has 33 bytes.
    try overwrite(rooms[1], at: 33 + 500, with: [0xee])
    let before = try [sessions[0], entry, rooms[0], rooms[1]].map {
      try Data(contentsOf: URL(filePath: $0))
    }
    let (summary, notes) = try source.copy(to: target)
    #expect(
      notes == [
        .damaged(sessions[0]), .damaged(entry), .damaged(rooms[0]), .missing(rooms[1], 2...2),
      ])
    #expect(summary.all.map(\.damaged) == [1, 1, 0, 2])
    #expect(summary.all.map(\.copied) == [2, 6, 4, 2])
    #expect(summary.all.map(\.compared) == [2, 6, 4, 2])
    #expect(
      try [sessions[0], entry, rooms[0], rooms[1]].map { try Data(contentsOf: URL(filePath: $0)) }
        == before)
    let (events, missing) = try target.engine.rooms.all(contents.rooms[1])
    #expect(events.count == 20 && missing == [2...2])
    #expect(try target.engine.vaults.bytes(of: contents.vault) == [[20], [3]])
    // The second time, the same is damaged.
    #expect(try source.copy(to: target, mark: 2).notes == notes)
  }

  @Test(arguments: Hall.Kind.allCases)
  func `a damaged cloud is named and left where it is, and the rest is copied`(
    kind: Hall.Kind
  ) throws {
    let (source, target) = (try Hall(.files), try Hall(kind))
    _ = try Contents(in: source.engine)
    let path = "\(source.folder)/cloud/cloud.sqlite"
    try overwrite(path, with: Array("no database".utf8))
    let (summary, notes) = try source.copy(to: target)
    #expect(notes == [.damaged(path)])
    #expect(summary.all.map(\.damaged) == [0, 0, 1, 0])
    #expect(summary.all.map(\.compared) == [3, 7, 0, 3])
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: Hall.Kind.allCases)
  func `of what is damaged after its first line, that line is copied, and the damage is told`(
    kind: Hall.Kind
  ) throws {
    let (source, target) = (try Hall(.files), try Hall(kind))
    let vaults = try source.engine.vaults
    let (vault, whole) = try vaults.add([1, 10], to: nil, now: 1_800_000_000)
    let (_, cut) = try vaults.add([2, 10, 3], to: vault, now: 1_800_000_001)
    let path = try #require(try source.paths(in: "vault").first { $0.hasSuffix(cut.text) })
    try overwrite(path, at: try size(path) - 1, with: [4])
    let (summary, notes) = try source.copy(to: target)
    #expect(notes == [.cut(path)])
    #expect((summary.vaults.copied, summary.vaults.damaged) == (3, 1))
    #expect(try target.engine.vaults.read(cut, of: vault)?.bytes == [2, 10])
    #expect(try target.engine.vaults.read(whole, of: vault)?.bytes == [1, 10])
    #expect(try source.copy(to: target, mark: 2).notes == [.cut(path)])
    // Mended, it is copied as a whole, which no later damage takes away again.
    try overwrite(path, at: try size(path) - 1, with: [3])
    #expect(try source.copy(to: target, mark: 3).notes == [])
    #expect(try target.engine.vaults.read(cut, of: vault)?.bytes == [2, 10, 3])
    try overwrite(path, at: try size(path) - 1, with: [4])
    let last = try source.copy(to: target, mark: 4)
    #expect(last.notes.first == .cut(path) && last.summary.vaults.newer == 1)
    #expect(try target.engine.vaults.read(cut, of: vault)?.bytes == [2, 10, 3])
  }

  @Test func `a damaged file in the copy makes way`() throws {
    let (source, target) = (try Hall(.files), try Hall(.files))
    let contents = try Contents(in: source.engine)
    _ = try source.copy(to: target)
    let session = try target.paths(in: "sessions")[0]
    try overwrite(session, with: [UInt8](repeating: 1, count: 100))
    let (summary, notes) = try source.copy(to: target, mark: 2)
    #expect(notes.isEmpty)
    #expect(summary.all.map(\.copied) == [1, 0, 0, 0])
    try contents.expect(in: target.engine)
  }
}
