/// The limits of a room.
package enum RoomLimits {
  /// Including removed ones.
  package static let seats = 200
  /// Of all seats, before and after starting over.
  package static let rolls = 200_000
  /// Of all seats, in one second of the clock.
  package static let pressesInSecond = 200
  /// Seconds since 1970, up to the year 9999.
  package static let times = 0...253_402_300_799
  /// The number of an event; the storage holds far fewer.
  package static let numbers = 1...1_000_000_000
  /// The number of a press on the pages of a seat or the host.
  package static let presses = 0...1_000_000_000
  /// The rolls shown on a table.
  package static let tableRolls = 200
  /// The hidden rolls on a table that wait to be revealed.
  package static let hiddenRolls = 50
}
