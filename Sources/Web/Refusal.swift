/// A request that cannot be acted on: the status it gets and one sentence for the person who sent it.
package struct Refusal: Error, Hashable, Sendable {
  package let status: Status
  /// Plain text without a trace of the inside; it is escaped where it is shown.
  package let sentence: String

  package init(_ status: Status, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }
}
