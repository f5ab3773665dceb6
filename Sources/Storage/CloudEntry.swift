/// A record of the cloud as whoever looks after it sees it.
package struct CloudEntry: Equatable, Sendable {
  package var record: CloudRecord
  /// How many clients have reported it.
  package var reports: Int
  /// Kept, but shown to nobody.
  package var isBlocked: Bool

  /// An entry as an engine found it.
  package init(_ record: CloudRecord, reports: Int, isBlocked: Bool) {
    self.record = record
    self.reports = reports
    self.isBlocked = isBlocked
  }
}

/// Which entries to look through.
package enum CloudChoice: Sendable {
  /// The newest first, blocked ones too.
  case all
  /// Those that clients have reported, the most often reported first.
  case reported
  /// The newest first.
  case blocked
}
