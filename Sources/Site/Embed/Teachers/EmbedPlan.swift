import Web

/// What a teacher has chosen at `/embed?…`: a game, its options, and the size of its frame.
struct EmbedPlan {
  static let width = EmbedOption(
    name: "width", label: "Width in pixels", kind: .number(320...2_000, step: 1), usual: "")
  static let height = EmbedOption.number(
    "height", "Height in pixels", in: 320...2_000, usual: 640)

  let game: any Game.Type
  let start: StartOptions
  /// In CSS pixels; `nil` if not chosen.
  let width, height: Int?
  /// Sentences about choices that were corrected or left out.
  let remarks: [String]

  init(_ query: Form) {
    var remarks: [String] = []
    let slug = query["game"] ?? ""
    let named = Site.games.first { $0.slug == slug }
    if named == nil, !slug.isEmpty {
      remarks.append("There is no game “\(slug.shownAgain)” here; these are dice.")
    }
    let game = named ?? Site.games[0]
    self.game = game
    var size = OptionReader(query)
    width = size.number(EmbedPlan.width)
    height = size.number(EmbedPlan.height)
    start = StartOptions(of: game, query.leavingOut(EmbedPlan.namesNotOf(game)))
    self.remarks = remarks + start.remarks + size.remarks
  }

  /// A game with the default options.
  init(of game: any Game.Type) {
    self.init(of: game, StartOptions(of: game, Form()))
  }

  private init(of game: any Game.Type, _ start: StartOptions) {
    self.game = game
    self.start = start
    width = nil
    height = nil
    remarks = start.remarks
  }

  /// The game at one of the site's addresses: its page in the hall, or what other sites' pages put
  /// into a frame.
  init?(path: String, query: Form) {
    if let game = Site.games.first(where: { path == $0.root }) {
      self.init(of: game)
    } else if let address = EmbedAddress(path), address.isPlain {
      self.init(of: address.game, address.start(query))
    } else {
      return nil
    }
  }

  /// The names in the form that aren't options of this game.
  ///
  /// After a change of game, the form still sends the options of the previous one.
  private static func namesNotOf(_ game: any Game.Type) -> Set<String> {
    Set(Site.games.flatMap { $0.options }.map(\.name)).union(["game", width.name, height.name])
      .subtracting(game.options.map(\.name))
  }

  /// The frame's address below the mount.
  var path: String { start.address(of: game) }

  /// The line to copy, with the chosen size.
  func line(_ addresses: AbsoluteURLs) -> FrameLine {
    line(addresses, width: width, height: height ?? EmbedPlan.usualHeight)
  }

  /// The line to copy, with a size in CSS pixels; without a width, as wide as the page around it.
  func line(_ addresses: AbsoluteURLs, width: Int?, height: Int) -> FrameLine {
    FrameLine(
      address: addresses.page(path), title: "\(game.name) in Dicehall", width: width,
      height: height)
  }

  /// In CSS pixels: enough for the moves of every game; the rest can be scrolled to.
  static let usualHeight = 640
}
