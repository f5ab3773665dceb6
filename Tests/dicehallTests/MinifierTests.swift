import Testing
import Visitors

@testable import dicehall

@Suite struct MinifierTests {
  private func trimmed(_ text: String) -> String {
    String(decoding: Minifier.minified(Array(text.utf8)), as: UTF8.self)
  }

  @Test func `indentation, empty lines and lines that only comment go`() {
    #expect(
      trimmed("// Says it.\n(() => {\n\n  // Why.\n  const a = 1; // here\n})();\n")
        == "(() => {\nconst a = 1; // here\n})();\n")
    #expect(
      trimmed("/* One. */\na {\n  color: red; /* why */\n}")
        == "a {\ncolor: red; /* why */\n}\n")
  }

  @Test func `a comment of several lines goes, and what follows it stays`() {
    #expect(trimmed("/** One\n    two // */ a();\n/* b */ /* c */ d();\n") == "a();\nd();\n")
    #expect(trimmed("a();\n/* open\nb();\n") == "a();\n")
  }

  @Test func `an address and a pattern are no comments`() {
    #expect(trimmed("  open('https://a');\n  /a/.test(b);") == "open('https://a');\n/a/.test(b);\n")
  }

  @Test func `nothing is left of nothing`() {
    #expect(trimmed("") == "" && trimmed("\n  \n// a") == "")
  }

  @Test(arguments: ["dicehall", "embed", "room", "characters", "copy", "theme"])
  func `no text in a script spans lines`(name: String) throws {
    let script = String(decoding: try publicFile("\(name).js"), as: UTF8.self)
    for line in script.split(separator: "\n") {
      #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(line)")
    }
  }
}
