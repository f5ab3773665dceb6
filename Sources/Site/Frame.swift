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
  private let stylesheet, darkStylesheet, characterStylesheet, embedStylesheet: String
  private let script, embedScript, copyScript, dicePictures, characterPictures: String
  private let icon, touchIcon, largeIcon, webManifest: String

  package init(base: String, assets: Assets) {
    self.base = base
    func address(_ file: String) -> String { base + (assets.paths[file] ?? "/\(file)") }
    stylesheet = address("dicehall.css")
    darkStylesheet = address("dark.css")
    characterStylesheet = address("characters.css")
    embedStylesheet = address("embed.css")
    script = address("dicehall.js")
    embedScript = address("embed.js")
    copyScript = address("copy.js")
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
    field("darkStylesheet") { $0.darkStylesheet }
    field("characterStylesheet") { $0.characterStylesheet }
    field("embedStylesheet") { $0.embedStylesheet }
    field("script") { $0.script }
    field("embedScript") { $0.embedScript }
    field("copyScript") { $0.copyScript }
    field("dicePictures") { $0.dicePictures }
    field("characterPictures") { $0.characterPictures }
    field("icon") { $0.icon }
    field("touchIcon") { $0.touchIcon }
    field("largeIcon") { $0.largeIcon }
    field("webManifest") { $0.webManifest }
  }
}
