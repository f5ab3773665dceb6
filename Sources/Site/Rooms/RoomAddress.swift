import Storage

extension Site {
  /// The address of a room's host without the secret that leads there; `nil` for any other address.
  package static func hostPath(of path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 4, "/\(parts[1])" == roomPath, parts[3] == "host" else { return nil }
    return parts[..<4].joined(separator: "/")
  }
}

/// The addresses of rooms, below the mount.
let roomPath = "/room"

extension RoomCode {
  /// Of the room's own page, or of another below it.
  func path(_ rest: String = "") -> String {
    "\(roomPath)/\(signs)\(rest.isEmpty ? "" : "/")\(rest)"
  }
}
