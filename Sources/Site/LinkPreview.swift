import Mustache

/// The preview of a page in messengers and social sites (the Open Graph protocol).
struct LinkPreview: Fielded {
  /// The page's absolute address.
  let address: String
  let picture: PreviewPicture
  let addresses: AbsoluteURLs

  static func declare(_ field: inout Fields<LinkPreview>) {
    field("address") { $0.address }
    field("picture") { $0.addresses.file($0.picture.file) }
    field("width") { _ in PreviewPicture.width }
    field("height") { _ in PreviewPicture.height }
    field("alt") { $0.picture.words }
  }
}

/// A picture in `Public` that represents a game, or the hall, in link previews.
package struct PreviewPicture: Sendable {
  /// The width in pixels; all pictures have this size.
  static let width = 1200
  static let height = 630

  /// The file's name in `Public`.
  package let file: String
  /// A description for those who can't see it.
  package let words: String

  package init(file: String, words: String) {
    self.file = file
    self.words = words
  }

  package static let hall = PreviewPicture(
    file: "preview.png", words: "Dicehall: seven dice, from four sides to a hundred, on green felt")
}
