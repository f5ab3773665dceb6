import Mustache

/// What a page's head and navigation show of it, and where its game's addresses begin.
struct Head: Fielded {
  let page: any Page
  /// Where the site is mounted.
  let base: String
  /// The page's address for everybody, where the operator named one.
  let canonical: String?
  /// What absolute addresses begin with, before the mount; `nil` where nobody said it.
  let origin: String?
  /// What is different in a frame of another site; `nil` in the hall.
  let embed: EmbedView?

  static func declare(_ field: inout Fields<Head>) {
    field("title") { $0.page.title }
    field("description") { $0.page.description }
    field("canonical") { $0.canonical }
    field("origin") { $0.origin }
    field("isSecret") { $0.page.isSecret }
    field("play") { $0.play }
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

  /// What the addresses of the page's game begin with.
  private var play: String? {
    if let embed { return base + embed.prefix }
    return page.section?.gameRoot.map { base + $0 }
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
