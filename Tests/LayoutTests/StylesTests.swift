import Foundation
import Testing

/// Colours and sizes of text are said once, as tokens.
@Suite struct StylesTests {
  private static let styles = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Public", directoryHint: .isDirectory)

  /// What stands in a sheet for a colour or for a size of text, other than in a token.
  private func literals(of sheet: String) -> [String] {
    sheet.replacing(/(?s)\/\*.*?\*\//, with: "").replacing(/--[\w-]+:[^;}]*/, with: "")
      .matches(of: /[{;]\s*([a-z-]+):([^;{}]*)(?=[;}])/).filter { found in
        let isSize = ["font", "font-size"].contains(found.1)
        return found.2.contains(/#[0-9a-fA-F]{3,8}\b|\b(rgb|hsl)a?\(|[ ,(](white|black)\b/)
          || isSize && found.2.contains(/\d(r?em|p[xt]|mm|v[wh]|%)/)
      }.map { "\($0.1):\($0.2)" }
  }

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
      ("#fade { --x: #fff; /* #fff; */ font-size: var(--t-1); white-space: pre; }", []),
    ] as [(String, [String])])
  func `a literal is found where it is one`(sheet: String, found: [String]) {
    #expect(literals(of: sheet) == found)
  }
}
