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
