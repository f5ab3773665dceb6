import Mustache
import Web

/// The fields of a page's head and navigation, and of the frame around it.
///
/// A class, so that its many fields can read it without copies.
final class Head: Fielded {
  private let page: any Page
  /// Whether the page's address is secret.
  private let isSecret: Bool
  private let section: Section?
  private let game: (any Game.Type)?
  /// The path of the section's own page, below the mount.
  private let root: String?
  private let layout: Layout
  private let mount, path: String
  /// Whether a program may be reading the page to preview it, as these send no cookies.
  ///
  /// Visitors with a cookie are spared the extra markup, except of an answer that caches may share.
  private let mayNeedPreview: Bool
  /// Whether the operator configured the site's public address.
  private let isPublic: Bool
  private let addresses: AbsoluteURLs?
  private let features: Features
  /// The view of the frame around the page; `nil` in the hall.
  private let embed: EmbedView?

  init(
    page: any Page, isSecret: Bool, layout: Layout, request: Request, isPublic: Bool,
    addresses: AbsoluteURLs?, features: Features, embed: EmbedView?
  ) {
    self.page = page
    self.isSecret = isSecret
    section = page.section
    game = section?.game
    root = section?.root
    self.layout = layout
    mount = request.mount
    path = request.path
    mayNeedPreview = request.cookies.isEmpty || !page.query.isEmpty
    self.isPublic = isPublic
    self.addresses = addresses
    self.features = features
    self.embed = embed
  }

  static func declare(_ field: inout Fields<Head>) {
    field("title") { $0.page.title }
    field("description") { $0.page.description }
    field("canonical") { $0.canonical }
    field("card") { $0.preview }
    field("oEmbed") { $0.oEmbed }
    field.text("origin") { $0.addresses?.appendOrigin(to: &$1) }
    field("isSecret") { $0.isSecret }
    field("refreshSeconds") { $0.page.refreshSeconds }
    // Framed pages are never listed.
    field("isUnlisted") { $0.embed == nil && $0.page.isUnlisted }
    field("play") { $0.play }
    field("begin") { head in head.embed.map { head.mount + $0.begin } }
    field("dicePictures") { $0.pictures.dice }
    field("characterPictures") { $0.pictures.characters }
    field("embed") { $0.embed }
    field("hasMovesOnly") { $0.embed?.hasMovesOnly ?? false }
    field("colours") { $0.embed?.theme?.rawValue ?? "light dark" }
    field("darkMedia") { $0.darkMedia }
    field("gameStylesheet") { head in head.game?.stylesheet.map { head.layout.address(of: $0) } }
    field("guestStylesheets") { head in
      head.page.guestStylesheets.map { head.layout.address(of: $0) }
    }
    field("gameScript") { head in head.game?.script.map { head.layout.address(of: $0) } }
    field("footnote") { $0.game?.footnote }
    field("classGame") { $0.embed == nil && $0.page.isPlayed ? $0.game?.slug : nil }
    field("classInvitation") { $0.game?.classInvitation }
    field("onHome") { $0.section == .home }
    field("onRules") { $0.section == .rules }
    field("onLessons") { $0.section == .lessons }
    field("onAbout") { $0.section == .about }
    field.rows("hall", { $0.features.links }) { link in
      link("root") { $0.root }
      link("name") { $0.name }
      // `page` on the section's own page, `true` on its other pages.
      link("current") { link, head in
        link.root != head.root ? nil : link.root == head.path ? "page" : "true"
      }
    }
    field.rows("cards", { $0.features.cards }) { card in
      card("root") { $0.root }
      card("name") { $0.name }
      card("slug") { String($0.root.dropFirst()) }
      card("card") { $0.card }
    }
    field.rows("rulesTabs", { $0.features.framedGames.filter { $0.rules != nil } }) { tab in
      tab("name") { $0.name }
      tab("path") { $0.rules }
      tab("isHere") { $0.rules == $1.path }
    }
  }

  /// The page's path below the mount, if the page can be shared.
  private var sharedPath: String? {
    guard section != nil, !page.isPersonal else { return nil }
    guard let embed, !embed.hasNoGame else {
      return page.query.isEmpty ? path : "\(path)?\(page.query)"
    }
    return embed.plainAddress
  }

  /// The page's canonical address, if the operator configured the host.
  ///
  /// A host from a request alone never gets into a link.
  private var canonical: String? { isPublic ? sharedPath.flatMap { addresses?.page($0) } : nil }

  private var preview: LinkPreview? {
    guard mayNeedPreview, let canonical, let addresses else { return nil }
    return LinkPreview(address: canonical, picture: game?.picture ?? .hall, addresses: addresses)
  }

  /// The address that tells programs how to embed the page, with a host only if it is configured.
  private var oEmbed: String? {
    guard mayNeedPreview, let sharedPath,
      embed != nil || PastedAddress.isThere(path, in: features)
    else { return nil }
    func full(_ path: String) -> String {
      isPublic ? addresses?.page(path) ?? "" : mount + path
    }
    let query = PercentCoding.encode([("url", full(sharedPath)), ("format", "json")])
    return full("/oembed?\(query)")
  }

  /// The start of all addresses of the page's game.
  private var play: String? {
    if let embed { return mount + embed.prefix }
    return game.map { mount + $0.root }
  }

  private var pictures: Layout.Pictures { embed == nil ? layout.pictures : Layout.ownPictures }

  /// The media query for dark colours, never on paper; `nil` if the frame is always light.
  private var darkMedia: String? {
    switch embed?.theme {
    case .light: nil
    case .dark: "screen"
    case nil: "screen and (prefers-color-scheme: dark)"
    }
  }
}
