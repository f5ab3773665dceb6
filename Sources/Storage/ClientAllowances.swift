/// How often one client may do what engines count themselves, so that restarts and other machines
/// make no difference.
package struct ClientAllowances: Equatable, Sendable {
  /// Rooms opened in a day of UTC; `nil` for any number.
  package var roomsPerDay: Int?
  /// Records added to the cloud; `nil` for any number.
  package var newRecords: Allowance?

  /// The usual ones, unless others are given.
  package init(
    roomsPerDay: Int? = StorageLimits.openingsPerDay,
    newRecords: Allowance? = StorageLimits.newRecords
  ) {
    self.roomsPerDay = roomsPerDay
    self.newRecords = newRecords
  }
}
