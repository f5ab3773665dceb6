/// A limit on how often something may be done in a window that begins with the first time.
///
/// Windows are counted rather than the pace, so one time too many in a window is refused however
/// slowly it comes.
package struct RateLimit: Sendable {
  /// The name that distinguishes its counts from those of other limits.
  package let name: String
  /// The number of times, 1...4095.
  package let count: Int
  /// The length of the window in seconds, 1...86,400.
  package let seconds: Int

  package init(_ name: String, count: Int, seconds: Int) {
    precondition(1...CountTable.Entry.highestCount ~= count, "a count that has no room")
    precondition(1...86_400 ~= seconds, "a window that is too long")
    self.name = name
    self.count = count
    self.seconds = seconds
  }
}
