import Games
import Rooms
import Site
import Storage
import Synchronization
import Web

extension RateLimit {
  /// Returns the limit of a client's downloads of a record with this many rolls: enough for a class
  /// one after the other, but not for many megabytes.
  static func downloads(ofRolls rolls: Int) -> RateLimit {
    rolls > 10_000
      ? RateLimit("long room downloads", count: 3, seconds: 60)
      : RateLimit("room downloads", count: 20, seconds: 60)
  }
}

let roomDownloads: [Route] = FileType.allCases.map { type in
  roomView("/data.\(type.rawValue)", usesSession: true) { room, visit in
    .file("room-\(room.code.signs)", try visit.download(of: room, as: type), as: type)
  }.inVault
}

extension Visit {
  /// Returns the record for the host or, if the host allows it, for a seat; one download is made at
  /// a time.
  /// - Throws: `Refusal` 403, 429 or 503.
  func download(of room: OpenRoom, as type: FileType) throws -> [UInt8] {
    let isHost = leading(room) != nil
    guard isHost || (room.room.switches.contains(.data) && hasSeat(in: room)) else {
      throw Refusal.noDownload
    }
    let bytes = try rooms.downloading.withLockIfAvailable { _ in
      if let seconds = limiter?.spend(.downloads(ofRolls: room.rows), by: request.client) {
        throw Refusal(
          .tooManyRequests, "You’ve downloaded this often enough for now.",
          heading: "Try again in a minute", retryAfter: seconds)
      }
      return try RoomDownload(room, rooms, isHost: isHost).file(as: type)
    }
    guard let bytes else { throw Refusal.busyDownload }
    return bytes
  }
}

extension OpenRoom {
  /// The approximate number of rows.
  fileprivate var rows: Int {
    guard let league = room.league else { return room.rolls }
    let players = league.result?.league.chances.count ?? 0
    return league.runs * players * players
  }
}

extension Refusal {
  static let busyDownload = Refusal(
    .unavailable, "Somebody else is downloading from a room right now. Nothing is lost.",
    heading: "Try again in a few seconds", retryAfter: 5)

  static func longDownload(_ most: Int) -> Refusal {
    Refusal(
      .contentTooLarge,
      "The record of this room is larger than \(most / 1_000_000) MB.",
      heading: "This is too long to download")
  }

  static let noDownload = Refusal(
    .forbidden,
    "Only the host can download what happened in this room, or seats if they’re allowed to.",
    heading: "This isn’t for you to download")
}
