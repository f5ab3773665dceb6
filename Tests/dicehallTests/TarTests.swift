import Foundation
import Testing

@testable import dicehall

@Suite final class TarTests {
  private let root = NSTemporaryDirectory() + "tar-tests-\(UUID().uuidString)"
  private var folder: String { "\(root)/a" }
  private var file: String { "\(root)/a.tar" }

  private static let names = [
    "empty", "short", "rooms/0f/" + String(repeating: "a", count: 64),
    // Longer than the first of the two places for a name.
    "vault/0f/\(String(repeating: "b", count: 64))/removed/1700000000-22222hic6hd4qvfw4q47vecxo5",
  ]

  init() throws {
    for name in Self.names {
      let path = URL(filePath: "\(folder)/\(name)")
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(repeating: 7, count: name == "empty" ? 0 : 500 + name.utf8.count).write(to: path)
      utime(path.path, [utimbuf(actime: 1_700_000_000, modtime: 1_700_000_000)])
    }
    try FileManager.default.createDirectory(
      atPath: "\(folder)/vault/1e", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func contents() throws -> [String: Data?] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return Dictionary(
      uniqueKeysWithValues: paths.map {
        ($0, FileManager.default.contents(atPath: "\(folder)/\($0)"))
      })
  }

  @Test func `what was packed is unpacked as it was, with its times`() throws {
    let before = try contents()
    #expect(before.count > Self.names.count + 5)
    try Tar.pack(folder, into: file)
    #expect(try contents().isEmpty)
    try Tar.unpack(file, into: folder)
    #expect(try contents() == before)
    var status = stat()
    #expect(stat("\(folder)/short", &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(status.st_mtim.tv_sec == 1_700_000_000)
  }

  @Test func `what is cut off anywhere, or has a damaged header, is refused`() throws {
    try Tar.pack(folder, into: file)
    let whole = try Data(contentsOf: URL(filePath: file))
    // The last block of zeros is only for other programs.
    for end in stride(from: 0, to: whole.count - 512, by: 100) {
      try whole.prefix(end).write(to: URL(filePath: file))
      try refuse()
    }
    for place in stride(from: 0, to: 512, by: 7) {
      var damaged = whole
      // A number may begin with blanks as well as with zeros.
      damaged[place] ^= 0x41
      try damaged.write(to: URL(filePath: file))
      try refuse()
    }
  }

  private func refuse() throws {
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let failure = #expect(throws: Failure.self) { try Tar.unpack(self.file, into: self.folder) }
    #expect(failure?.status == 65)
  }

  @Test(arguments: ["/etc/x", "../x", "a/../../x", "a//x", "./x", ""])
  func `a name that leads elsewhere is refused`(name: String) throws {
    let bytes = try #require(
      Tar.Header(name: name, size: 0, moment: 0, isFolder: false).encoded)
    #expect(Tar.Header(bytes) == nil)
  }

  @Test func `a header is read as it was written`() throws {
    let header = Tar.Header(name: Self.names[3], size: 123_456, moment: 99, isFolder: false)
    #expect(Tar.Header(try #require(header.encoded)) == header)
    #expect(Tar.Header(name: "x", size: 1 << 33, moment: 0, isFolder: false).encoded == nil)
    let endless = String(repeating: "a", count: 101)
    #expect(Tar.Header(name: endless, size: 0, moment: 0, isFolder: false).encoded == nil)
  }
}
