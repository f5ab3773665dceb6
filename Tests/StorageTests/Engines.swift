import Fakes
import FileStorage
import Foundation
import Storage

/// The engines, each of which runs the tests of this folder; a new one adds a case.
enum Engine: CaseIterable {
  case files, memory

  /// Those that keep what they are given beyond the process, and keep every promise.
  static let lasting: [Engine] = [.files]

  /// An engine that is ready for use; a lasting one is another process's if the folder is the same.
  func make(in folder: TemporaryFolder) throws -> any StorageEngine {
    let engine: any StorageEngine =
      switch self {
      case .files: FileEngine(folder: folder.path, durability: .process) { _ in }
      case .memory: FakeStorage()
      }
    try engine.prepare()
    return engine
  }
}

/// A folder for one test, removed with everything in it when the test is done.
final class TemporaryFolder {
  let path = NSTemporaryDirectory() + "storage-tests-\(UUID().uuidString)"

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
