import Mustache

/// What a messenger or a social site shows of a page that somebody passes on (the Open Graph
/// protocol).
struct PreviewCard: Fielded {
  /// The page's full address.
  let address: String
  let picture: PreviewPicture
  let addresses: FullAddresses

  static func declare(_ field: inout Fields<PreviewCard>) {
    field("address") { $0.address }
    field("picture") { $0.addresses.file($0.picture.file) }
    field("width") { _ in PreviewPicture.width }
    field("height") { _ in PreviewPicture.height }
    field("alt") { $0.picture.words }
  }
}

/// A picture of `Public` that stands for a game, or for the hall.
struct PreviewPicture: Sendable {
  /// In pixels, as all of them are.
  static let width = 1200
  static let height = 630

  let file: String
  /// What it shows, for those who do not see it.
  let words: String

  static let hall = PreviewPicture(
    file: "preview.png", words: "Dicehall: seven dice, from four sides to a hundred, on green felt")
}
