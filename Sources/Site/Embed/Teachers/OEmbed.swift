import Web

/// The oEmbed answer (1.0, oembed.com) for one of our addresses: its subject in a frame.
///
/// It is the same for every room's code, as whether there is such a room is not looked up.
struct OEmbed {
  private let pasted: PastedAddress
  private let addresses: AbsoluteURLs
  /// The size in CSS pixels.
  private let width, height: Int
  /// Whether the picture fits the requested limits.
  private let hasPicture: Bool

  /// The width in CSS pixels, unless the request asks for less.
  static let defaultWidth = 640
  /// How long the answer may be cached, in seconds.
  static let cacheAge = 86_400

  /// - Throws: `Refusal` 400 for a missing address or an invalid limit, 404 for an address that
  ///   can't be put into a frame, 501 for any format but JSON.
  init(_ visit: Visit) throws(Refusal) {
    let query = visit.request.query
    guard ["json", ""].contains(query["format"] ?? "") else {
      throw Refusal(.notImplemented, "The answer comes only as JSON.")
    }
    guard let url = query["url"], !url.isEmpty else {
      throw Refusal(.badRequest, "The parameter url is missing: the address of what to frame.")
    }
    let widest = try OEmbed.limit("maxwidth", query)
    let highest = try OEmbed.limit("maxheight", query)
    guard let addresses = visit.addresses, let target = addresses.pathAndQuery(of: url),
      let pasted = PastedAddress(path: target.path, query: target.query, in: visit.features)
    else {
      throw Refusal(.notFound, "There’s nothing at this address here that a frame could show.")
    }
    self.pasted = pasted
    self.addresses = addresses
    width = min(OEmbed.defaultWidth, widest)
    height = min(EmbedPlan.defaultHeight, highest)
    hasPicture = PreviewPicture.width <= widest && PreviewPicture.height <= highest
  }

  /// Returns a limit in pixels; `.max` if the request has none.
  /// - Throws: `Refusal` 400 unless it is a whole number above 0.
  private static func limit(_ name: String, _ query: Form) throws(Refusal) -> Int {
    guard let text = query[name], !text.isEmpty else { return .max }
    guard let number = Int(digits: text[...]), number > 0 else {
      throw Refusal(.badRequest, "The parameter \(name) takes a whole number of pixels above 0.")
    }
    return number
  }

  var json: [UInt8] {
    let facts: JSON = [
      "version": "1.0", "type": "rich", "title": .string(line.title),
      "provider_name": "Dicehall", "provider_url": .string(addresses.page("/")),
      "cache_age": .whole(OEmbed.cacheAge), "width": .whole(width), "height": .whole(height),
      "html": .string(line.html(quoting: addresses.page(pasted.page))),
    ]
    guard hasPicture else { return facts.bytes }
    return facts.adding([
      "thumbnail_url": .string(addresses.file(pasted.picture.file)),
      "thumbnail_width": .whole(PreviewPicture.width),
      "thumbnail_height": .whole(PreviewPicture.height),
    ]).bytes
  }

  private var line: FrameLine {
    // As wide as the page around it: a number of pixels would be too wide for phones.
    FrameLine(
      address: addresses.page(pasted.frame), title: pasted.title, width: nil, height: height)
  }
}
