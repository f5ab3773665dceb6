import Glibc
import Storage
import StoredSecrets

extension RoomFiles {
  func openRoom(
    _ first: [UInt8], as room: RoomCode, by client: String, keptDays: Int, now: Int
  ) throws(StorageError) -> Bool {
    let bytes = try RoomRecord(opening: first, keptDays: keptDays.kept, now: now).encoded()
    // Locked until the room is whole, so that the second of two calls at once finds it so.
    let openings = try openings(of: client, now: now)
    let count = try openings.status().size
    guard let file = try makeFile(room) else { return false }
    do throws(StorageError) {
      if let openingsPerDay, count >= openingsPerDay { throw .tooMany(limit: openingsPerDay) }
      try file.write(bytes, at: 0)
      if durability == .power {
        try file.synchronize()
        try StateFolder.synchronize(shard(of: room))
        try StateFolder.synchronize(place.path)
      }
      try openings.write([0], at: count)
    } catch {
      // Nobody knows the code, so it need not stay taken.
      _ = unlink(path(of: room))
      throw error
    }
    return true
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

  /// The client's file of the day, locked; its size is the count.
  private func openings(of client: String, now: Int) throws(StorageError) -> OpenFile {
    try removeOldCounts(now: now)
    try place.make(openingsPath)
    try place.make("\(openingsPath)/\(now / 86_400)")
    let file = try OpenFile(openingsPath(of: client, now: now), O_WRONLY | O_CREAT)
    try file.lock(patience: patience)
    return file
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
