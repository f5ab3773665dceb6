import Fakes
import FileStorage
import Foundation
import PostgresStorage
import Storage
import Synchronization
import TestDatabase

/// The engines, each of which runs the tests of this folder; a new one adds a case.
enum Engine: CaseIterable {
  case files, memory, postgres

  /// Those that there is everything for.
  static let allCases: [Engine] = [.memory] + lasting

  /// Those that keep what they are given beyond the process, and keep every promise.
  static let lasting: [Engine] = TestDatabase.isThere ? [.files, .postgres] : [.files]

  /// An engine that is ready for use; a lasting one is another process's if the place is the same.
  func make(in place: TemporaryPlace) throws -> any StorageEngine {
    let engine: any StorageEngine =
      switch self {
      case .files:
        FileEngine(folder: place.folder, durability: .process, patience: .seconds(60)) { _ in }
      case .memory: FakeStorage()
      case .postgres: try place.database.engine()
      }
    try engine.prepare()
    return engine
  }
}

/// A folder and a database for one test, removed with everything in them when the test is done.
final class TemporaryPlace: Sendable {
  let folder = NSTemporaryDirectory() + "storage-tests-\(UUID().uuidString)"
  private let made = Mutex<TestDatabase?>(nil)

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The database, made when it is first needed.
  var database: TestDatabase {
    get throws {
      try made.withLock { made in
        let database = try made ?? TestDatabase()
        made = database
        return database
      }
    }
  }
}
