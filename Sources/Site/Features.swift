/// The hall's games, with their pages, routes and names.
///
/// A class, as every request refers to it.
package final class Features: Sendable {
  /// Every game, in the order in which visitors see them.
  package let games: [any Game.Type]
  package let shared: any SharedGame.Type
  /// The games that other sites can frame, each with its own session.
  package let framedGames: [any Game.Type]
  /// Everything that other sites can frame, in the order in which teachers see it.
  package let framables: [Framable]
  package let routes: [Route]
  let table: RouteTable
  /// The routes' names in the log and metrics, by `Response.route`.
  ///
  /// They are not addresses, which may contain somebody's key. Each path has two numbers, the
  /// second for its use in a frame.
  package let routeNames: [String]
  /// The links of the navigation, made once as every page shows them.
  let links: [(root: String, name: String)]
  /// The cards of the home page, one for each link.
  let cards: [(root: String, name: String, card: GameCard)]

  /// The parts to shrink, one after another, if a session is too long to be stored.
  let shrinkingParts: [any ShrinkingPart.Type]

  /// Creates a hall with these games and the pages of every hall.
  package init(games: [any Game.Type], shared: any SharedGame.Type) {
    self.games = games
    self.shared = shared
    framedGames = games + [shared]
    framables = games.map(Framable.game) + [.odds]
    routes =
      wordRoutes + Features.guesses(of: framedGames) + framedGames.flatMap { $0.routes }
      + bringRoutes + teacherRoutes + accessibilityRoutes + oddsRoutes + cookieRoutes
      + searchRoutes + healthRoutes
    table = RouteTable(routes)
    routeNames = ["none"] + table.paths.flatMap { [$0, Features.framedName(of: $0)] }
    var cards = framedGames.map { (root: $0.root, name: $0.name, card: $0.card) }
    // Next to the dice, which are first.
    cards.insert((oddsPath, "Odds", oddsCard), at: 1)
    self.cards = cards
    links = cards.map { ($0.root, $0.name) }
    shrinkingParts = games.compactMap { Features.shrinkingPart(of: $0) }
  }

  var pages: [any Page.Type] {
    framedGames.flatMap { $0.pages } + [
      PlainPage.self, DesignPage.self, AccessibilityPage.self, OddsPage.self, TeachersPage.self,
      EmbedPlanPage.self, EmbedCheckPage.self, BringPage.self, NoCookiesPage.self, ErrorPage.self,
    ]
  }

  /// Returns redirects from addresses that people may guess: `/characters` for `/osr`, `/vault` for
  /// `/osr/vault`.
  private static func guesses(of games: [any Game.Type]) -> [Route] {
    let names = games.map { (guess: "/" + $0.name.lowercased(), path: $0.root) }
    let places = games.flatMap { game in
      game.placeNames.keys.sorted().filter { $0.hasPrefix(game.root + "/") }
        .map { (guess: String($0.dropFirst(game.root.count)), path: $0) }
    }
    return (names + places + [(guess: "/home", path: "/")]).filter { $0.guess != $0.path }.map {
      name in .get(name.guess, usesSession: false) { _ in .movedPermanently(name.path) }
    }
  }

  private static func shrinkingPart<One: Game>(of _: One.Type) -> (any ShrinkingPart.Type)? {
    One.State.self as? any ShrinkingPart.Type
  }

  /// Returns a page's name for a "Back to …" link, by the longest known start of its path.
  func placeName(of path: String) -> String {
    var start = path[...]
    while !start.isEmpty {
      for game in framedGames {
        if let name = game.placeNames[String(start)] { return name }
      }
      start = start[..<(start.lastIndex(of: "/") ?? start.startIndex)]
    }
    return "the page"
  }

  /// Returns the game of a frame's session; `nil` in the hall.
  func framedGame(in session: Session) -> (any Game.Type)? {
    session[FrameState.self].flatMap { frame in
      framedGames.first { $0.slug == frame.game }
    }
  }

  /// Returns whether answers at an address may need the session (for a GET) and the vault.
  package func needs(at path: String) -> (session: Bool, vault: Bool) {
    guard let resource = table[path] else { return (false, false) }
    let session = resource.get.map { $0.presence != .generated && $0.usesSession } ?? false
    return (session, resource.get?.usesVault ?? resource.post?.usesVault ?? false)
  }

  /// Returns `/embed/craps/*/roll` for `/craps/roll`; the star stands for any key.
  private static func framedName(of path: String) -> String {
    let root = Substring(path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") })
    return "/embed/\(root)/*\(path[root.endIndex...])"
  }

  /// Returns the number of an address's route; 0 if there is none.
  package func routeNumber(of path: String) -> Int {
    let framed = EmbedAddress(path, in: self)
    return table[framed?.path ?? path].map {
      Features.routeNumber(of: $0, isFramed: framed != nil)
    } ?? 0
  }

  static func routeNumber(of resource: RouteTable.Resource, isFramed: Bool) -> Int {
    1 + 2 * resource.number + (isFramed ? 1 : 0)
  }

  /// Returns the game at a path, or the shared one at that of something begun.
  func playedGame(at page: some StringProtocol) -> (any Game.Type)? {
    let isShared =
      page.hasPrefix(shared.root) && shared.isEntrance(String(page.dropFirst(shared.root.count)))
    return isShared ? shared : games.first { page.hasPrefix($0.root) }
  }
}
