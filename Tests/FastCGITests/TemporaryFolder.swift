import Foundation

/// A test's own folder, removed with everything in it.
final class TemporaryFolder {
  let path = NSTemporaryDirectory() + "fastcgi-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
