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

/// One of this site's addresses as shown in another site's page.
package struct PastedAddress {
  /// The title of the frame and of a link to the page.
  let title: String
  /// The address for a frame, below the mount.
  let frame: String
  /// The page that shows the same without a frame, below the mount.
  let page: String
  let picture: PreviewPicture

  /// The kind of thing at an address.
  package enum Kind {
    case game(any Game.Type)
    /// A page about a game, which frames show with these options.
    case page(_ name: String, _ game: any Game.Type, options: [Form.Field])
    case odds
    /// Something begun in the shared game, such as a room, with its path in the hall.
    case begun(_ name: String, _ page: String, of: any Game.Type)
    case frame(EmbedAddress)

    fileprivate init?(_ path: String, in features: Features) {
      if path == "/" {
        self = .game(DiceGame.self)
      } else if let game = features.games.first(where: { path == $0.root }) {
        self = .game(game)
      } else if path == oddsPath || path == framedOddsPath {
        self = .odds
      } else if let kind = features.shared.pasted(path) {
        self = kind
      } else if path.hasPrefix("/embed/"),
        let address = EmbedAddress(path, in: features), address.isPlain
      {
        self = .frame(address)
      } else {
        return nil
      }
    }
  }
}

extension PastedAddress {
  /// Returns whether the thing at an address can be played or asked in a frame.
  package static func isThere(_ path: String, in features: Features) -> Bool {
    Kind(path, in: features) != nil
  }

  /// - Returns: `nil` if nothing there can be played or asked in a frame.
  init?(path: String, query: Form, in features: Features) {
    switch Kind(path, in: features) {
    case .game(let game): self.init(EmbedPlan(of: .game(game)), page: game.root)
    case .page(let name, let game, let options):
      self.init(EmbedPlan(of: .game(game), typed: Form(options)), page: path, name: name)
    case .odds:
      let plan = EmbedPlan(of: .odds, Framable.odds.start(query))
      self.init(plan, page: plan.path.replacing(framedOddsPath, with: oddsPath))
    case .frame(let address):
      self.init(EmbedPlan(of: .game(address.game), address.start(query)))
    case .begun(let name, let page, let game):
      self.init(
        title: EmbedPlan.title(name), frame: "/embed\(page)", page: page, picture: game.picture)
    case nil: return nil
    }
  }

  /// Creates the frame of a plan; its own address stands for the page, unless there is another.
  private init(_ plan: EmbedPlan, page: String? = nil, name: String? = nil) {
    self.init(
      title: name.map(EmbedPlan.title) ?? plan.title, frame: plan.path, page: page ?? plan.path,
      picture: plan.subject.picture)
  }
}
