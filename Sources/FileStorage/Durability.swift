/// What kind of failure a finished save survives.
package enum Durability: Sendable {
  /// Saves survive a crash or kill of the process.
  case process
  /// Saves also survive a power failure, but each one waits for the disk.
  case power
}
