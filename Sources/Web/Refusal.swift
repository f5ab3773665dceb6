/// A request that cannot be carried out: its status, and one sentence for the person who sent it.
package struct Refusal: Error, Hashable, Sendable {
  package let status: Status
  /// Plain text that reveals no internals; it is escaped when shown.
  package let sentence: String
  /// A short heading, if the status does not say enough.
  package let heading: String?
  /// The address as sent, if the request could not be read.
  package private(set) var target: String?

  package init(_ status: Status, _ sentence: String, heading: String? = nil) {
    self.status = status
    self.sentence = sentence
    self.heading = heading
  }

  /// A copy with the request's address, which decides for whom the answer is written.
  package func naming(_ target: String?) -> Refusal {
    var refusal = self
    refusal.target = target
    return refusal
  }
}
