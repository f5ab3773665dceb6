/// How much a room holds.
package enum RoomLimits {
  /// Removed ones count too.
  package static let seats = 200
  /// From all seats, before and after starting over.
  package static let rolls = 200_000
  /// What a room's record may have in all, so that host's acts cannot fill a disk.
  package static let events = 300_000
  /// From all seats, in one second of the clock.
  package static let pressesInSecond = 200
  /// Days from the last act to deletion.
  package static let days = 1...90
  package static let usualDays = 30
  /// A line of the record, in bytes with its line feed.
  package static let line = 65_536
  /// A line with a snapshot, in bytes.
  package static let snapshot = 16_000_000
  /// Milliseconds since 1970, up to the year 9999.
  package static let times = 0...253_402_300_799_999
  /// The number of a press on one seat's pages.
  package static let presses = 0...1_000_000_000
  /// Of the table, newest first.
  package static let tableRolls = 200
  /// Hidden rolls that wait to be revealed.
  package static let hiddenRolls = 50
}
