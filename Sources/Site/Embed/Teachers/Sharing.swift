import Mustache
import Web

/// What a page offers for passing a link on: to a class in Google Classroom, or by hand.
struct Sharing: Fielded {
  /// The absolute address of what is shared.
  private let address: String
  /// What it is, such as `Room KFH-3QD in Dicehall`.
  private let title: String

  /// - Returns: `nil` if the page doesn't know its own web address.
  init?(_ path: String, called name: String, _ addresses: AbsoluteURLs?) {
    guard let addresses else { return nil }
    address = addresses.page(path)
    title = EmbedPlan.title(name)
  }

  static func declare(_ field: inout Fields<Sharing>) {
    field("address") { $0.address }
    field("text") { "\($0.title)\n\($0.address)" }
    // Google's address for a link that a teacher shares; a class and a kind of post are chosen there.
    field("classroom") { sharing in
      let query = PercentCoding.encode([("url", sharing.address), ("title", sharing.title)])
      return "https://classroom.google.com/share?\(query)"
    }
  }
}
