import Storage

/// The addresses of rooms, below the mount.
let roomPath = "/room"

extension RoomCode {
  /// Of the room's own page, or of another below it.
  func path(_ rest: String = "") -> String {
    "\(roomPath)/\(signs)\(rest.isEmpty ? "" : "/")\(rest)"
  }
}
