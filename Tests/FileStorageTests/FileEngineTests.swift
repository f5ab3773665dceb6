import Glibc
import Storage
import Testing

@testable import FileStorage

@Suite struct FileEngineTests {
  let scratch = Scratch()

  private var engine: FileEngine {
    FileEngine(folder: scratch.path + "/state", durability: .process) { _ in }
  }

  @Test func `a check makes nothing, misses what is not there, and passes what was prepared`()
    throws
  {
    let error = #expect(throws: StorageError.self) { try engine.check() }
    #expect(error?.description.contains("\(scratch.path)/state/sessions") == true)
    #expect(everything(scratch.path).isEmpty)
    try engine.prepare()
    try engine.check()
    #expect(everything(scratch.path) == ["cloud", "sessions", "state", "vault"])
  }

  @Test(arguments: ["sessions", "vault", "cloud"])
  func `a check finds a folder that others may look into`(name: String) throws {
    try engine.prepare()
    chmod("\(scratch.path)/state/\(name)", 0o750)
    let error = #expect(throws: StorageError.self) { try engine.check() }
    #expect(error?.description.contains("chmod 700") == true)
  }

  @Test func `a check finds that the folder cannot be made`() throws {
    close(creat(scratch.path + "/state", 0o600))
    #expect(throws: StorageError.self) { try engine.check() }
    #expect(throws: StorageError.self) { try engine.prepare() }
  }
}
