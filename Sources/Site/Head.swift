import Mustache
import Web

/// What a page's head and navigation show of it, and where its game's addresses begin.
struct Head: Fielded {
  /// What it is made of, in one place: fields are many, and each would copy all of it.
  private final class Source {
    let page: any Page
    let frame: Layout
    let request: Request
    /// The operator named an address for everybody.
    let isPublic: Bool
    let addresses: FullAddresses?
    /// What is different in a frame of another site; `nil` in the hall.
    let embed: EmbedView?

    init(
      _ page: any Page, _ frame: Layout, _ request: Request, _ isPublic: Bool,
      _ addresses: FullAddresses?, _ embed: EmbedView?
    ) {
      self.page = page
      self.frame = frame
      self.request = request
      self.isPublic = isPublic
      self.addresses = addresses
      self.embed = embed
    }
  }

  private let source: Source

  init(
    page: any Page, frame: Layout, request: Request, isPublic: Bool, addresses: FullAddresses?,
    embed: EmbedView?
  ) {
    source = Source(page, frame, request, isPublic, addresses, embed)
  }

  private var page: any Page { source.page }
  private var frame: Layout { source.frame }
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
    field("onHome") { $0.page.section == .home }
    field("onDice") { $0.page.section == .dice }
    field("onCraps") { $0.page.section == .craps }
    field("onPig") { $0.page.section == .pig }
    field("onCharacters") { $0.page.section == .characters }
    field("onRules") { $0.page.section == .rules }
    field("onAbout") { $0.page.section == .about }
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
  private var isForPrograms: Bool { request.cookies.isEmpty }

  private var card: PreviewCard? {
    guard isForPrograms, let address, let addresses else { return nil }
    return PreviewCard(address: address, picture: .of(page.section), addresses: addresses)
  }

  /// Where programs learn how to show the page's game in a frame; without a host where the operator
  /// named none, as links go on from the address of the page.
  private var oEmbed: String? {
    guard isForPrograms, let place,
      embed != nil || Site.embeddable.contains(where: { request.path == "/\($0.slug)" })
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
    return page.section?.gameRoot.map { request.mount + $0 }
  }

  private var pictures: Layout.Pictures { embed == nil ? frame.pictures : Layout.ownPictures }

  /// Framed pages have their drawings in themselves: to a sandbox each file is one of another site,
  /// of which no drawing may be used.
  private var drawings: String {
    guard embed != nil, page.section != nil else { return "" }
    return frame.diceDrawings + (page.section == .characters ? frame.characterDrawings : "")
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
