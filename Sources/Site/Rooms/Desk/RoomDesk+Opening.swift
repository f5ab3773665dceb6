import Rooms
import Storage
import Web

extension RoomDesk {
  /// Opens a room for a client, as `Request.client` has it, and keeps it that many days after the last
  /// act; `off` is what is usually on at first, and a trusted client is not counted.
  ///
  /// It looks whether the odds of an experiment are known, which may take a third of a second. Codes
  /// are drawn until one is free, or leads to a room of the same host where nothing has happened yet:
  /// then that is the room.
  /// - Throws: `RoomRefusal`, `StorageError`.
  func open(
    _ settings: RoomSettings, off: Set<RoomSwitch> = [], hostKey: [UInt8], by client: String?,
    isTrusted: Bool = false, keptDays: Int = StorageLimits.defaultKeptDays, now: Int,
    drawing draw: () -> RoomCode
  ) throws -> RoomCode {
    let event = try Room.opening(settings, key: hostKey, off: off, at: now)
    do throws(StorageError) {
      // With a million codes taken, twenty in a row are taken once in 10⁵⁸ times.
      for _ in 0..<20 {
        let code = draw()
        // What opens one room only is never too much.
        let name = isTrusted ? "room \(code.signs)" : AddressBlock.network(of: client ?? "")
        let isNew = try storage.openRoom(
          event.bytes, as: code, by: name, keptDays: keptDays, now: now)
        if isNew { return code }
        if try isUntouched(code, of: hostKey, now: now) { return code }
      }
    } catch .tooMany(let limit) {
      throw RoomRefusal.tooManyOpenings(limit: limit, seconds: 86_400 - now % 86_400)
    } catch {
      throw error.told(ifTooMuch: .tooManyEvents)
    }
    throw StorageError.full
  }

  /// Whether a room is led by that key, and nothing has happened in it since it was opened.
  func isUntouched(
    _ code: RoomCode, of hostKey: [UInt8], now: Int
  ) throws(StorageError) -> Bool {
    guard let open = try room(code, now: now) else { return false }
    return open.room.hostKey == hostKey && open.number == 1
  }
}
