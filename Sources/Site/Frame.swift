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
  private let stylesheet, script, dicePictures, icon, touchIcon, largeIcon, webManifest: String

  package init(base: String, assets: Assets) {
    self.base = base
    func address(_ file: String) -> String { base + (assets.paths[file] ?? "/\(file)") }
    stylesheet = address("dicehall.css")
    script = address("dicehall.js")
    dicePictures = address("dice.svg")
    icon = address("icon.svg")
    touchIcon = address("icon-180.png")
    largeIcon = address("icon-512.png")
    webManifest = base + "/site.webmanifest"
  }

  package func write(to fields: inout Fields) {
    fields.set("base", base)
    fields.set("stylesheet", stylesheet)
    fields.set("script", script)
    fields.set("dicePictures", dicePictures)
    fields.set("icon", icon)
    fields.set("touchIcon", touchIcon)
    fields.set("largeIcon", largeIcon)
    fields.set("webManifest", webManifest)
  }
}

/// What a page's head and navigation show of it.
struct Head: Fielded {
  let page: any Page
  /// The page's address for everybody, where the operator named one.
  let canonical: String?

  func write(to fields: inout Fields) {
    fields.set("title", page.title)
    fields.set("description", page.description)
    fields.set("canonical", canonical)
    fields.set("onHome", page.section == .home)
    fields.set("onDice", page.section == .dice)
    fields.set("onCraps", page.section == .craps)
    fields.set("onRules", page.section == .rules)
    fields.set("onAbout", page.section == .about)
  }
}
