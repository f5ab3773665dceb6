/// What a saved session survives once the save has returned.
package enum Durability: Sendable {
  /// The death of the process, in whatever way.
  case process
  /// The loss of power too, for the price of waiting for the disk.
  case power
}
