import Foundation
import Testing

/// Colours and sizes of text are said once, as tokens.
@Suite struct StylesTests {
  private static let styles = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Public", directoryHint: .isDirectory)

  /// What stands in a sheet for a colour or for a size of text, other than in a token of the whole
  /// page, a colour of a picture, or digits in a picture's own units.
  private func literals(of sheet: String) -> [String] {
    let root = /(:root(\[[^\]]*\]|:has\([^)]*\))*|(svg)?\.goblin)\s*\{[^}]*\}/
    let name = /[a-z]*(black|blue|brown|gold|gr[ae]y|green|orange|pink|purple|red|white|yellow)/
    return sheet.replacing(/(?s)\/\*.*?\*\//, with: "")
      .replacing(root) { $0.output.0.replacing(/--[\w-]+:[^;}]*/, with: "") }
      .matches(of: /[{;]\s*([\w-]+):([^;{}]*)(?=[;}])/).filter { found in
        let (property, value) = (found.1, found.2)
        if value.contains(/#[0-9a-fA-F]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/) {
          return true
        }
        let words = value.split { !$0.isLetter && $0 != "-" }
        if words.contains(where: { $0.wholeMatch(of: name) != nil }) { return true }
        let isText = property.hasPrefix("--") || property == "font" || property == "font-size"
        return isText && !lengths.contains(property)
          && value.contains(/\d(r?em|p[xt]|mm|v[wh]|%)/)
      }.map { "\($0.1):\($0.2)" }
  }

  /// Measures of what isn't text, and digits in the units of their picture.
  private let lengths: Set<Substring> = [
    "--die", "--dot", "--menu", "--numeral", "--side", "--turn", "--unit",
  ]

  @Test func `no style has a colour or a size of text of its own`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: StylesTests.styles.path)
      .filter { $0.hasSuffix(".css") }
    #expect(names.count > 5)
    for name in names {
      let sheet = try String(contentsOf: StylesTests.styles.appending(path: name), encoding: .utf8)
      #expect(literals(of: sheet) == [], "\(name)")
    }
  }

  @Test(
    arguments: [
      ("a { color: #fff; }", ["color: #fff"]), ("a { b: c; fill: white }", ["fill: white "]),
      ("@media print { a { font: 700 8pt/1 x; } }", ["font: 700 8pt/1 x"]),
      ("a { --x: #fff; fill: x(red); }", ["--x: #fff", "fill: x(red)"]),
      ("a { --x: 2rem; --die: 2rem }", ["--x: 2rem"]),
      (":root { --x: #fff; font-size: 3px; --y: red }", ["font-size: 3px"]),
      ("#fade { /* #fff; */ font-size: var(--t-1); white-space: pre; color: var(--red); }", []),
    ] as [(String, [String])])
  func `a literal is found where it is one`(sheet: String, found: [String]) {
    #expect(literals(of: sheet) == found)
  }
}
