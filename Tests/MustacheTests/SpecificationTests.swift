import Glibc
import Testing
import Web

@testable import Mustache

/// The six required modules of the Mustache specification 1.4, 136 cases, as their authors wrote
/// them.
///
/// They are not part of this repository: MUSTACHE_SPEC names a folder that has them. Without it
/// this test is left out; the suites beside it cover the same ground in cases of our own.
@Suite struct SpecificationTests {
  static let folder = getenv("MUSTACHE_SPEC").map { String(cString: $0) }.flatMap {
    $0.isEmpty ? nil : $0
  }

  @Test(.enabled(if: folder != nil, "MUSTACHE_SPEC names no folder"))
  func `all cases of the specification give the text they should`() throws {
    let folder = try #require(Self.folder)
    var seen = 0
    for module in ["comments", "delimiters", "interpolation", "inverted", "partials", "sections"] {
      let json = try JSON(readFile("\(folder)/\(module).json"))
      guard case .array(let cases) = json["tests"] else {
        Issue.record("\(module) has no tests")
        continue
      }
      for example in cases {
        try check(example, module: module)
        seen += 1
      }
    }
    #expect(seen == 136)
  }

  private func check(_ example: JSON, module: String) throws {
    guard case .string(let name) = example["name"],
      case .string(let template) = example["template"],
      case .string(let expected) = example["expected"], let data = example["data"]
    else {
      Issue.record("a case of \(module) that cannot be read")
      return
    }
    var sources = [source("case", template)]
    if case .object(let partials) = example["partials"] {
      for partial in partials {
        guard case .string(let text) = partial.value else { continue }
        sources.append(source(partial.name, text))
      }
    }
    var bytes: [UInt8] = []
    try Templates(sources: sources, missingPartials: .areEmpty)
      .render("case", Value(data), into: &bytes)
    #expect(bytes == Array(expected.utf8), "\(module): \(name)")
  }

  private func readFile(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"), "cannot open \(path)")
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }
}
