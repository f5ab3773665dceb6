/// How much a room holds.
package enum RoomLimits {
  /// Removed ones count too.
  package static let seats = 200
  /// From all seats, before and after starting over.
  package static let rolls = 200_000
  /// From all seats, in one second of the clock.
  package static let pressesInSecond = 200
  /// Seconds since 1970, up to the year 9999.
  package static let times = 0...253_402_300_799
  /// The number of an event; the storage holds far fewer.
  package static let numbers = 1...1_000_000_000
  /// The number of a press on one seat's pages, or on the host's.
  package static let presses = 0...1_000_000_000
  /// Of the table, newest first.
  package static let tableRolls = 200
  /// Hidden rolls that wait to be revealed, all of them on the table.
  package static let hiddenRolls = 50
}
