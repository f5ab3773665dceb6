import Mustache

/// The fields that every template has: where the site is mounted, and its files' addresses.
///
/// A class, so that its many fields can read it without copies.
package final class Layout: Fielded, Sendable {
  /// The addresses of the files in `Public`, each with a content hash in its name.
  package struct Assets: Sendable {
    /// Paths below the mount by file name: `dicehall.css` is at `/assets/dicehall.….css`.
    fileprivate let paths: [String: String]
    /// The drawings that framed pages contain.
    let drawings: Drawings

    /// Returns the path below the mount.
    func path(of file: String) -> String { paths[file] ?? "/\(file)" }

    /// Creates assets from the paths of all files, and the files with drawings.
    package init(paths: [String: String], drawings: [[UInt8]]) {
      self.paths = paths
      self.drawings = Drawings(drawings)
    }
  }

  /// The start of references to drawings, before the drawing's ID: a file, or the page itself.
  struct Pictures {
    let dice, characters: String
  }

  package let base: String
  private let assets: Assets
  private let stylesheet, darkStylesheet, embedStylesheet: String
  private let themeScript, script, embedScript, copyScript: String
  private let icon, touchIcon, largeIcon, webManifest: String
  let pictures: Pictures

  package init(base: String, assets: Assets) {
    self.base = base
    self.assets = assets
    let address = { base + assets.path(of: $0) }
    stylesheet = address("dicehall.css")
    darkStylesheet = address("dark.css")
    embedStylesheet = address("embed.css")
    themeScript = address("theme.js")
    script = address("dicehall.js")
    embedScript = address("embed.js")
    copyScript = address("copy.js")
    pictures = Pictures(dice: address("dice.svg") + "#", characters: address("osr.svg") + "#")
    icon = address("icon.svg")
    touchIcon = address("icon-180.png")
    largeIcon = address("icon-512.png")
    webManifest = base + "/site.webmanifest"
  }

  /// Returns the address of a file in `Public`, mount included.
  package func address(of file: String) -> String { base + assets.path(of: file) }

  /// The references in a page that contains the drawings.
  static let ownPictures = Pictures(
    dice: "#\(Drawings.prefix)", characters: "#\(Drawings.prefix)")

  package static func declare(_ field: inout Fields<Layout>) {
    field("base") { $0.base }
    field("stylesheet") { $0.stylesheet }
    field("darkStylesheet") { $0.darkStylesheet }
    field("embedStylesheet") { $0.embedStylesheet }
    field("themeScript") { $0.themeScript }
    field("script") { $0.script }
    field("embedScript") { $0.embedScript }
    field("copyScript") { $0.copyScript }
    field("icon") { $0.icon }
    field("touchIcon") { $0.touchIcon }
    field("largeIcon") { $0.largeIcon }
    field("webManifest") { $0.webManifest }
  }
}
