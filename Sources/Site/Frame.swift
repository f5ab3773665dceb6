import Mustache

/// What stands around every page: where the site is mounted, and its assets.
package struct Frame: Fielded, Sendable {
  /// The hall's files as a browser finds them, each with a hash of its content in its name.
  package struct Assets: Sendable {
    /// Path below the mount by the file's own name: `dicehall.css` is at `/assets/dicehall.….css`.
    package let paths: [String: String]

    package init(paths: [String: String]) { self.paths = paths }
  }

  let base: String
  private let stylesheet, characterStylesheet, script, dicePictures, characterPictures: String
  private let icon, touchIcon, largeIcon, webManifest: String

  package init(base: String, assets: Assets) {
    self.base = base
    func address(_ file: String) -> String { base + (assets.paths[file] ?? "/\(file)") }
    stylesheet = address("dicehall.css")
    characterStylesheet = address("characters.css")
    script = address("dicehall.js")
    dicePictures = address("dice.svg")
    characterPictures = address("osr.svg")
    icon = address("icon.svg")
    touchIcon = address("icon-180.png")
    largeIcon = address("icon-512.png")
    webManifest = base + "/site.webmanifest"
  }

  package static func declare(_ field: inout Fields<Frame>) {
    field("base") { $0.base }
    field("stylesheet") { $0.stylesheet }
    field("characterStylesheet") { $0.characterStylesheet }
    field("script") { $0.script }
    field("dicePictures") { $0.dicePictures }
    field("characterPictures") { $0.characterPictures }
    field("icon") { $0.icon }
    field("touchIcon") { $0.touchIcon }
    field("largeIcon") { $0.largeIcon }
    field("webManifest") { $0.webManifest }
  }
}

/// What a page's head and navigation show of it.
struct Head: Fielded {
  let page: any Page
  /// The page's address for everybody, where the operator named one.
  let canonical: String?

  static func declare(_ field: inout Fields<Head>) {
    field("title") { $0.page.title }
    field("description") { $0.page.description }
    field("canonical") { $0.canonical }
    field("isSecret") { $0.page.isSecret }
    field("onHome") { $0.page.section == .home }
    field("onDice") { $0.page.section == .dice }
    field("onCraps") { $0.page.section == .craps }
    field("onPig") { $0.page.section == .pig }
    field("onCharacters") { $0.page.section == .characters }
    field("onRules") { $0.page.section == .rules }
    field("onAbout") { $0.page.section == .about }
  }
}
