import Glibc
import Testing

@testable import FastCGI

@Suite struct ListeningSocketTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/socket" }

  init() throws { folder = try TemporaryFolder() }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test(arguments: [0o660, 0o600, 0o666, 0o777] as [mode_t])
  func `the file gets exactly the requested mode`(_ wanted: mode_t) throws {
    let listening = try ListeningSocket.unix(path: path, mode: wanted)
    defer { close(listening.descriptor) }
    #expect(mode(path) == wanted)
  }

  @Test func `a stale socket is replaced by one that the group may use, but nobody else`() throws {
    close(try ListeningSocket.unix(path: path).descriptor)
    let listening = try ListeningSocket.unix(path: path)
    defer { close(listening.descriptor) }
    #expect(mode(path) == 0o660)
    _ = try Peer(path)
  }

  @Test func `a live socket is left alone`() throws {
    let listening = try ListeningSocket.unix(path: path)
    defer { close(listening.descriptor) }
    #expect(throws: ListeningSocket.Failure.self) { try ListeningSocket.unix(path: path) }
    _ = try Peer(path)
  }

  @Test func `a file that is not a socket is left alone`() throws {
    let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor != -1)
    close(descriptor)
    #expect(throws: ListeningSocket.Failure.self) { try ListeningSocket.unix(path: path) }
    #expect(mode(path) == 0o600)
  }

  @Test(arguments: ["", String(repeating: "x", count: 108), "a\0b"])
  func `a path that cannot name a socket is refused`(_ path: String) {
    #expect(throws: ListeningSocket.Failure.self) { try ListeningSocket.unix(path: path) }
  }

  @Test func `a missing folder is a failed call`() {
    let path = folder.path + "/none/socket"
    let error = #expect(throws: SystemError.self) { try ListeningSocket.unix(path: path) }
    #expect(error?.code == ENOENT)
    #expect(error?.description == "cannot listen at \(path): No such file or directory")
  }

  @Test func `withdrawing removes the file, unless it now belongs to somebody else`() throws {
    let first = try ListeningSocket.unix(path: path)
    defer { close(first.descriptor) }
    first.withdraw()
    #expect(mode(path) == 0)
    let second = try ListeningSocket.unix(path: path)
    defer { close(second.descriptor) }
    first.withdraw()
    #expect(mode(path) == 0o660)
  }

  @Test func `a free loopback port can be requested`() throws {
    let listening = try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
    defer { close(listening.descriptor) }
    #expect(ListeningSocket.isListening(listening.descriptor))
  }

  @Test func `a pipe is not a listening socket`() throws {
    let pipe = try Pipe()
    defer { for end in [pipe.reading, pipe.writing] { close(end) } }
    #expect(!ListeningSocket.isListening(pipe.reading))
    #expect(pipe.reading >= 10 && pipe.writing >= 10)
  }
}
