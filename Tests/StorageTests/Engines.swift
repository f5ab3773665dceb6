import Fakes
import FileStorage
import Foundation
import Storage

/// The engines, each of which runs the tests of this folder; a new one adds a case.
enum Engine: CaseIterable {
  case files, memory

  /// An engine with nothing in it, ready for use, in a folder of its own.
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

extension RoomStorage {
  /// Opens a room under a code that is drawn.
  func openRoom(_ first: [UInt8], by client: String, keptDays: Int, now: Int) throws -> RoomCode {
    var random = SystemRandomNumberGenerator()
    let room = RoomCode(using: &random)
    guard try openRoom(first, as: room, by: client, keptDays: keptDays, now: now) else {
      throw StorageError.busy
    }
    return room
  }
}

/// A folder for one test, removed with everything in it when the test is done.
final class TemporaryFolder {
  let path = NSTemporaryDirectory() + "storage-tests-\(UUID().uuidString)"

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
