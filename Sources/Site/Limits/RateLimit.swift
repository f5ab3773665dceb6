/// How often something may be done: so many times in a window that begins with the first.
///
/// Windows are counted, not the pace, so the first time too many in a window is refused however
/// slowly it comes.
package struct RateLimit: Sendable {
  /// Tells its counts from those of other limits.
  package let name: String
  /// How many times, 1...4095.
  package let count: Int
  /// How long the window is, 1...86,400.
  package let seconds: Int

  package init(_ name: String, count: Int, seconds: Int) {
    precondition(1...CountTable.Entry.highestCount ~= count, "a count that has no room")
    precondition(1...86_400 ~= seconds, "a window that is too long")
    self.name = name
    self.count = count
    self.seconds = seconds
  }
}
