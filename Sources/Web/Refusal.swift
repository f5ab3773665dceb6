/// A request that cannot be carried out: its status, and one sentence for the person who sent it.
package struct Refusal: Error, Hashable, Sendable {
  package let status: Status
  /// Plain text that reveals no internals; it is escaped when shown.
  package let sentence: String
  /// A short heading, if the status does not say enough.
  package let heading: String?
  /// Seconds to wait before trying again; `nil` if waiting doesn't help.
  package let retryAfter: Int?
  /// The address as sent, unless the request was read.
  package private(set) var target: String?

  package init(
    _ status: Status, _ sentence: String, heading: String? = nil, retryAfter: Int? = nil
  ) {
    self.status = status
    self.retryAfter = retryAfter
    self.sentence = sentence
    self.heading = heading
  }

  /// Returns a copy with the request's address, which decides for whom the answer is written.
  package func naming(_ target: String?) -> Refusal {
    var refusal = self
    refusal.target = target
    return refusal
  }
}

extension Refusal {
  package static let noPage = Refusal(.notFound, "There’s no page at this address.")
  package static let longAddress = Refusal(.uriTooLong, "The address is too long.")
  package static let largeBody = Refusal(
    .contentTooLarge, "The request is larger than \(Request.maximumBody.kilobytes).")
  /// The path or query isn't text.
  package static let unreadableAddress = Refusal(.badRequest, "The address can’t be read as text.")
}

extension Int {
  /// This number of bytes as `64 KB`.
  package var kilobytes: String { "\(self / 1024) KB" }
}
