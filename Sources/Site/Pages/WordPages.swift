import Mustache
import Storage
import Web

let wordRoutes: [Route] = [
  .page("/") { _ in .page(PlainPage.home) },
  .page("/about") { _ in .page(PlainPage.about) },
  .page(DesignPage.path) { visit in .page(try DesignPage(visit)) },
  .page("/site.webmanifest") { visit in
    .document(
      template: "site.webmanifest", type: "application/manifest+json",
      extra: [WebManifest(games: visit.features.games)])
  },
]

/// The web manifest of the site as an installed app.
struct WebManifest: Fielded {
  private let shortcuts: [Shortcut]

  init(games: [any Game.Type]) {
    shortcuts =
      games.map { Shortcut(name: $0.name, path: $0.root) } + games.flatMap { $0.shortcuts }
  }

  static func declare(_ field: inout Fields<WebManifest>) {
    field.rows("shortcuts", { $0.shortcuts.enumerated() }) { shortcut in
      shortcut("name") { $0.element.name }
      shortcut("shortName") { $0.element.shortName }
      shortcut("path") { $0.element.path }
      // The last one has no comma after it.
      shortcut("isLast") { $0.offset == $1.shortcuts.count - 1 }
    }
  }
}

/// A page of text, with limits from where they are enforced.
final class PlainPage: Page {
  static let templates = ["home", "about"]
  let template, title, description: String
  let section: Section?

  private init(template: String, title: String, description: String, section: Section?) {
    self.template = template
    self.title = title
    self.description = description
    self.section = section
  }

  static func declare(_ field: inout Fields<PlainPage>) {
    field("keyDays") { _ in SecretCookie.longestDays }
    field("undoTime") { _ in StorageLimits.restoreSeconds.minutes }
    field("clientTime") { _ in StorageLimits.newRecords.seconds.minutes }
  }

  static let home = PlainPage(
    template: "home", title: "Dicehall: honest dice and games to play with them",
    description:
      "Roll dice, play Craps and Pig, make characters: nothing to install and no account.",
    section: .home)
  static let about = PlainPage(
    template: "about", title: "About – Dicehall",
    description: "What Dicehall is, what it keeps, and how it is made to work for everybody.",
    section: .about)
}

let searchRoutes: [Route] = [
  .page("/robots.txt") { visit in
    var text = "User-agent: *\nAllow: \(visit.request.mount)/\n"
    if let addresses = visit.addresses, addresses.isPublic {
      text += "Sitemap: \(addresses.page("/sitemap.xml"))\n"
    }
    return .file(type: "text/plain; charset=utf-8", name: nil, bytes: Array(text.utf8))
  },
  // Lists the pages that are the same for everybody (sitemaps.org, protocol 0.9).
  .page("/sitemap.xml") { visit in
    guard let addresses = visit.addresses, addresses.isPublic else { throw Refusal.noPage }
    let pages = visit.features.routes.filter { $0.presence != .dynamic && $0.isPage }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      \(pages.map { "<url><loc>\(addresses.page($0.path))</loc></url>" }.joined(separator: "\n"))
      </urlset>

      """
    return .file(type: "application/xml", name: nil, bytes: Array(text.utf8))
  }.withPublicURL,
]

/// The routes for an operator's monitor, which reveal nothing else to others.
let healthRoutes: [Route] = [
  probe("/healthz", orElse: "Games can’t be saved right now.") { (visit) throws(StorageError) in
    try visit.storage.sessions.checkSaving()
  },
  // It looks for a session that doesn't exist: nothing is written, but the storage must work.
  probe("/readyz", orElse: "Games can’t be read right now.") { (visit) throws(StorageError) in
    _ = try visit.storage.sessions.load(SessionID(using: &visit.random), for: .reading)
  },
]

extension Site {
  package static let probes = healthRoutes.map(\.path)
}

/// Returns a route that answers `ok`, or 503 with a sentence if the storage fails.
private func probe(
  _ path: String, orElse sentence: String,
  _ check: @escaping @Sendable (inout Visit) throws(StorageError) -> Void
) -> Route {
  Route(
    method: .get, path: path, presence: .dynamic, usesSession: false, caching: .nobody
  ) { visit in
    do throws(StorageError) {
      try check(&visit)
    } catch {
      return .text(Refusal(.unavailable, sentence))
    }
    return .file(type: "text/plain; charset=utf-8", name: nil, bytes: Array("ok\n".utf8))
  }
}
