import Glibc
import Storage

extension RoomFiles {
  func openRoom(
    _ first: [UInt8], by client: String, keptDays: Int, now: Int
  ) throws(StorageError) -> RoomCode {
    let bytes = try RoomRecord(opening: first, keptDays: keptDays.kept, now: now).encoded()
    try countOpening(by: client, now: now)
    var random = SystemRandomNumberGenerator()
    // With a million codes taken, twenty in a row are taken once in 10⁵⁸ times.
    for _ in 0..<20 {
      let room = RoomCode(using: &random)
      guard let file = try makeFile(room) else { continue }
      do throws(StorageError) {
        try file.write(bytes, at: 0)
        if durability == .power {
          try file.synchronize()
          try StateFolder.synchronize(shard(of: room))
          try StateFolder.synchronize(place.path)
        }
      } catch {
        // Nobody knows the code, so it need not stay taken.
        _ = unlink(path(of: room))
        throw error
      }
      return room
    }
    throw .full
  }

  /// Creates the empty file of a room; `nil` if the code is taken.
  private func makeFile(_ room: RoomCode) throws(StorageError) -> OpenFile? {
    try place.make(shard(of: room))
    do throws(StorageError) {
      return try OpenFile(path(of: room), O_WRONLY | O_CREAT | O_EXCL)
    } catch .unavailable(_, EEXIST) {
      return nil
    }
  }

  /// Adds a byte to the client's file of the day; its size is the count.
  private func countOpening(by client: String, now: Int) throws(StorageError) {
    try removeOldCounts(now: now)
    try place.make(openingsPath)
    try place.make("\(openingsPath)/\(now / 86_400)")
    let file = try OpenFile(openingsPath(of: client, now: now), O_WRONLY | O_CREAT)
    try file.lock(patience: .seconds(2))
    let count = try file.status().size
    let limit = StorageLimits.openingsPerDay
    guard count < limit else { throw .tooMany(limit: limit) }
    try file.write([0], at: count)
  }

  /// Removes the counts of all days before yesterday; clocks of two machines may differ a little.
  private func removeOldCounts(now: Int) throws(StorageError) {
    for name in try place.names(in: openingsPath) {
      guard let day = Int(name), day < now / 86_400 - 1 else { continue }
      for client in try place.names(in: "\(openingsPath)/\(name)") {
        _ = unlink("\(openingsPath)/\(name)/\(client)")
      }
      _ = rmdir("\(openingsPath)/\(name)")
    }
  }

  private var openingsPath: String { "\(place.path)/openings" }

  private func openingsPath(of client: String, now: Int) -> String {
    "\(openingsPath)/\(now / 86_400)/\(hashedName(of: client))"
  }
}
