import Mustache
import Web

/// The ways to pass a link on: to a class in Google Classroom, or by hand.
package struct Sharing: Fielded {
  /// The absolute address that is shared.
  private let address: String
  /// The title of the link, such as `Room KFH-3QD in Dicehall`.
  private let title: String

  /// - Returns: `nil` if the page doesn't know its own web address.
  package init?(_ path: String, called name: String, _ addresses: AbsoluteURLs?) {
    guard let addresses else { return nil }
    address = addresses.page(path)
    title = EmbedPlan.title(name)
  }

  package static func declare(_ field: inout Fields<Sharing>) {
    field("address") { $0.address }
    field("text") { "\($0.title)\n\($0.address)" }
    // Google's address to share a link, where teachers choose a class and a kind of post.
    field("classroom") { sharing in
      let query = PercentCoding.encode([("url", sharing.address), ("title", sharing.title)])
      return "https://classroom.google.com/share?\(query)"
    }
  }
}
