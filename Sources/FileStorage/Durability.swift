/// What a finished save survives.
package enum Durability: Sendable {
  /// The death of the process, however it comes.
  case process
  /// A loss of power too, at the price of waiting for the disk.
  case power
}
