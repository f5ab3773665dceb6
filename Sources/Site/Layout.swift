import Mustache

/// What stands around every page: where the site is mounted, and its assets.
package struct Layout: Fielded, Sendable {
  /// The hall's files as a browser finds them, each with a hash of its content in its name.
  package struct Assets: Sendable {
    /// Path below the mount by the file's own name: `dicehall.css` is at `/assets/dicehall.….css`.
    fileprivate let paths: [String: String]
    /// Drawings to stand in a page itself, by the name of the file that has them.
    fileprivate let drawings: [String: String]

    /// That of one file, below the mount.
    func path(of file: String) -> String { paths[file] ?? "/\(file)" }

    /// Takes the paths of all files, and the texts of those that are drawings.
    package init(paths: [String: String], drawings: [String: String]) {
      self.paths = paths
      // A page has ids of its own.
      self.drawings = drawings.mapValues {
        $0.split(separator: " id=\"").joined(separator: " id=\"\(Layout.drawn)")
      }
    }
  }

  /// What the ids of drawings begin with that stand in a page.
  private static let drawn = "picture-"

  /// Where a page finds drawings, by their ids behind it: in a file, or in itself.
  struct Pictures {
    let dice, characters: String
  }

  let base: String
  private let assets: Assets
  private let stylesheet, darkStylesheet, embedStylesheet: String
  private let script, embedScript, copyScript: String
  private let icon, touchIcon, largeIcon, webManifest: String
  let pictures: Pictures

  package init(base: String, assets: Assets) {
    self.base = base
    self.assets = assets
    let address = { base + assets.path(of: $0) }
    stylesheet = address("dicehall.css")
    darkStylesheet = address("dark.css")
    embedStylesheet = address("embed.css")
    script = address("dicehall.js")
    embedScript = address("embed.js")
    copyScript = address("copy.js")
    pictures = Pictures(dice: address("dice.svg") + "#", characters: address("osr.svg") + "#")
    icon = address("icon.svg")
    touchIcon = address("icon-180.png")
    largeIcon = address("icon-512.png")
    webManifest = base + "/site.webmanifest"
  }

  /// That of a file of `Public`.
  func address(of file: String) -> String { base + assets.path(of: file) }

  /// The drawings of a file, for a page whose sandbox hides all files with drawings from it.
  func drawing(in file: String) -> String { assets.drawings[file] ?? "" }

  /// Of a page that has the drawings in itself.
  static let ownPictures = Pictures(dice: "#\(drawn)", characters: "#\(drawn)")

  package static func declare(_ field: inout Fields<Layout>) {
    field("base") { $0.base }
    field("stylesheet") { $0.stylesheet }
    field("darkStylesheet") { $0.darkStylesheet }
    field("embedStylesheet") { $0.embedStylesheet }
    field("script") { $0.script }
    field("embedScript") { $0.embedScript }
    field("copyScript") { $0.copyScript }
    field("icon") { $0.icon }
    field("touchIcon") { $0.touchIcon }
    field("largeIcon") { $0.largeIcon }
    field("webManifest") { $0.webManifest }
    field("shortcuts") { _ in
      var all = Site.games.map { Shortcut(name: $0.name, path: $0.root) }
      all += Site.games.flatMap { $0.shortcuts }
      all[all.count - 1].isLast = true
      return all
    }
  }
}
