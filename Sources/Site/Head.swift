import Mustache
import Web

/// What a page's head and navigation show of it, and where its game's addresses begin.
struct Head: Fielded {
  /// What it is made of, in one place: fields are many, and each would copy all of it.
  private final class Source {
    let page: any Page
    let layout: Layout
    let request: Request
    /// The operator named an address for everybody.
    let isPublic: Bool
    let addresses: FullAddresses?
    /// What is different in a frame of another site; `nil` in the hall.
    let embed: EmbedView?

    init(
      _ page: any Page, _ layout: Layout, _ request: Request, _ isPublic: Bool,
      _ addresses: FullAddresses?, _ embed: EmbedView?
    ) {
      self.page = page
      self.layout = layout
      self.request = request
      self.isPublic = isPublic
      self.addresses = addresses
      self.embed = embed
    }
  }

  private let source: Source

  init(
    page: any Page, layout: Layout, request: Request, isPublic: Bool, addresses: FullAddresses?,
    embed: EmbedView?
  ) {
    source = Source(page, layout, request, isPublic, addresses, embed)
  }

  private var page: any Page { source.page }
  private var layout: Layout { source.layout }
  private var game: (any Game.Type)? { page.section?.game }
  private var request: Request { source.request }
  private var isPublic: Bool { source.isPublic }
  private var addresses: FullAddresses? { source.addresses }
  private var embed: EmbedView? { source.embed }

  static func declare(_ field: inout Fields<Head>) {
    field("title") { $0.page.title }
    field("description") { $0.page.description }
    field("canonical") { $0.address }
    field("card") { $0.card }
    field("oEmbed") { $0.oEmbed }
    field("origin") { $0.addresses?.origin }
    field("isSecret") { $0.page.isSecret }
    field("play") { $0.play }
    field("begin") { source in source.embed.map { source.request.mount + $0.begin } }
    field("dicePictures") { $0.pictures.dice }
    field("characterPictures") { $0.pictures.characters }
    field("drawings") { $0.drawings }
    field("embed") { $0.embed }
    field("hasMovesOnly") { $0.embed?.hasMovesOnly ?? false }
    field("colours") { $0.embed?.theme?.rawValue ?? "light dark" }
    field("darkMedia") { $0.darkMedia }
    field("gameStylesheet") { head in head.game?.stylesheet.map { head.layout.address(of: $0) } }
    field("footnote") { $0.game?.footnote }
    field("onHome") { $0.page.section == .home }
    field("onRules") { $0.page.section == .rules }
    field("onAbout") { $0.page.section == .about }
    field("hall") { head in
      Site.games.map { HallEntry(game: $0, section: head.page.section, path: head.request.path) }
    }
  }

  /// Where the page is below the mount, if that is an address to pass on.
  private var place: String? {
    guard page.section != nil, !page.isSecret else { return nil }
    guard let embed else { return request.path }
    return embed.plainAddress
  }

  /// The page's address for everybody, where the operator named the host: a name that only the
  /// request has comes into no link.
  private var address: String? { isPublic ? place.flatMap { addresses?.page($0) } : nil }

  /// Programs that look for what to show of a page bring no cookie; whoever plays is spared it.
  private var isAskedByProgram: Bool { request.cookies.isEmpty }

  private var card: PreviewCard? {
    guard isAskedByProgram, let address, let addresses else { return nil }
    return PreviewCard(address: address, picture: game?.picture ?? .hall, addresses: addresses)
  }

  /// Where programs learn how to show the page's game in a frame; without a host where the operator
  /// named none, as links go on from the address of the page.
  private var oEmbed: String? {
    guard isAskedByProgram, let place,
      embed != nil || Site.games.contains(where: { request.path == $0.root })
    else { return nil }
    func full(_ path: String) -> String {
      isPublic ? addresses?.page(path) ?? "" : request.mount + path
    }
    let query = PercentCoding.encode([("url", full(place)), ("format", "json")])
    return full("/oembed?\(query)")
  }

  /// What the addresses of the page's game begin with.
  private var play: String? {
    if let embed { return request.mount + embed.prefix }
    return game.map { request.mount + $0.root }
  }

  private var pictures: Layout.Pictures { embed == nil ? layout.pictures : Layout.ownPictures }

  /// Framed pages have their drawings in themselves: to a sandbox each file is one of another site,
  /// of which no drawing may be used.
  private var drawings: String {
    guard embed != nil, let game else { return "" }
    return game.drawings.map(layout.drawing(in:)).joined()
  }

  /// On paper it is never dark; `nil` where it is not dark on the screen either.
  private var darkMedia: String? {
    switch embed?.theme {
    case .light: nil
    case .dark: "screen"
    case nil: "screen and (prefers-color-scheme: dark)"
    }
  }
}

/// A game as navigation, home page and error pages show it.
private struct HallEntry: Fielded {
  let game: any Game.Type
  /// Of the page that shows it.
  let section: Section?
  let path: String

  static func declare(_ field: inout Fields<HallEntry>) {
    field("root") { $0.game.root }
    field("slug") { $0.game.slug }
    field("name") { $0.game.name }
    field("invitation") { $0.game.invitation }
    field("isFirst") { $0.game == Site.games[0] }
    field("card") { $0.game.card }
    field("current") { $0.current }
  }

  /// `aria-current` of its link: `page` on the page itself, `true` on others of the game.
  private var current: String? {
    guard section?.game == game else { return nil }
    return path == game.root ? "page" : "true"
  }
}
