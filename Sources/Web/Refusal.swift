/// A request that cannot be acted on: the status it gets and one sentence for the person who sent it.
package struct Refusal: Error, Hashable, Sendable {
  package let status: Status
  /// Plain text without a trace of the inside; it is escaped where it is shown.
  package let sentence: String
  /// What it is in a few words, where the status does not tell.
  package let heading: String?
  /// The address as it was sent, of a request that could not be read.
  package private(set) var target: String?

  package init(_ status: Status, _ sentence: String, heading: String? = nil) {
    self.status = status
    self.sentence = sentence
    self.heading = heading
  }

  /// The same with the address that it was for, which decides how to tell it.
  package func naming(_ target: String?) -> Refusal {
    var refusal = self
    refusal.target = target
    return refusal
  }
}
