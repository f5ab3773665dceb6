import DiceLanguage
import Web

/// What a teacher has chosen at `/embed?…`: a game, its options, and the size of its frame.
struct EmbedPlan {
  static let width = EmbedOption(
    name: "width", label: "Width in pixels", kind: .number(320...2_000, step: 1), usual: "")
  static let height = EmbedOption.number(
    "height", "Height in pixels", in: 320...2_000, usual: usualHeight)
  /// In CSS pixels: enough for the moves of every game; the rest can be scrolled to.
  static let usualHeight = 640

  let game: any Game.Type
  /// What was typed for this game, right or wrong.
  let typed: Form
  /// What was typed for the other games, to be there when one of them is chosen again.
  let kept: [Form.Field]
  let start: StartOptions
  /// In CSS pixels; `nil` if not chosen.
  let width, height: Int?
  /// About choices that were corrected or left out.
  let remarks: [OptionReader.Remark]

  init(_ query: Form) {
    let slug = query["game"] ?? ""
    let named = Site.games.first { $0.slug == slug }
    let game = named ?? Site.games[0]
    let unknown = OptionReader.Remark(
      text: "There’s no game “\(slug.shownAgain)” here, so here are the dice.")
    let others = Site.games.filter { $0 != game }
    self.init(
      of: game, typed: EmbedPlan.typed(for: game, in: query, chosen: game),
      kept: others.flatMap { other in
        EmbedPlan.typed(for: other, in: query, chosen: game).fields.compactMap { field in
          EmbedPlan.isKnown(field, to: other)
            ? .init(name: "\(other.slug).\(field.name)", value: field.value) : nil
        }
      },
      remarks: named == nil && !slug.isEmpty ? [unknown] : [])
  }

  private init(
    of game: any Game.Type, typed: Form, kept: [Form.Field] = [],
    remarks: [OptionReader.Remark] = []
  ) {
    var size = OptionReader(typed, outcome: "the frame will have")
    self.game = game
    self.typed = typed
    self.kept = kept
    width = size.number(EmbedPlan.width)
    height = size.number(EmbedPlan.height)
    start = StartOptions(
      of: game, typed.leavingOut([EmbedPlan.width.name, EmbedPlan.height.name]))
    self.remarks = remarks + start.remarks + size.remarks
  }

  /// The game at one of the site's addresses: its page in the hall, or what other sites' pages put
  /// into a frame.
  init?(path: String, query: Form) {
    if let game = Site.games.first(where: { path == $0.root }) {
      self.init(of: game, typed: Form())
    } else if let address = EmbedAddress(path), address.isPlain {
      self.init(of: address.game, address.start(query))
    } else {
      return nil
    }
  }

  /// A game with the default options.
  init(of game: any Game.Type) { self.init(of: game, typed: Form()) }

  private init(of game: any Game.Type, _ start: StartOptions) {
    self.game = game
    self.start = start
    typed = Form()
    kept = []
    width = nil
    height = nil
    remarks = start.remarks
  }

  /// The fields that were typed for a game.
  ///
  /// The form has fields for one game, named by `of`, as the choice of another only counts with the
  /// next page; what was typed for the others comes with it, as `pig.goal`.
  private static func typed(
    for game: any Game.Type, in query: Form, chosen: any Game.Type
  ) -> Form {
    guard (query["of"] ?? chosen.slug) != game.slug else {
      return Form(
        query.fields.filter { !["game", "of"].contains($0.name) && !$0.name.contains(".") })
    }
    let prefix = "\(game.slug)."
    return Form(
      query.fields.compactMap { field in
        field.name.hasPrefix(prefix)
          ? .init(name: String(field.name.dropFirst(prefix.count)), value: field.value) : nil
      })
  }

  /// Whether it is a value for one of the game's fields, of a length that may fit.
  private static func isKnown(_ field: Form.Field, to game: any Game.Type) -> Bool {
    1...longestKept ~= field.value.utf8.count
      && (game.options + FrameState.options + [width, height]).contains { $0.name == field.name }
  }

  /// In bytes: names of 30 characters, whatever they are, and expressions.
  private static let longestKept = 4 * Expression.Limits.text

  /// The frame's address below the mount.
  var path: String { start.address(of: game) }

  /// The query of the page that prepares it, without what is wrong.
  var query: String {
    PercentCoding.encode([("game", game.slug)]) + (start.text.isEmpty ? "" : "&\(start.text)")
  }

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
}
