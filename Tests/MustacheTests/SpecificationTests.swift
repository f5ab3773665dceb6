import Glibc
import Synchronization
import Testing
import Web

@testable import Mustache

/// The Mustache specification 1.4 as its authors wrote it: 136 cases in the six required modules,
/// and the cases of any optional modules that are present.
///
/// The cases are not part of this repository: MUSTACHE_SPEC names a folder that has them. Without
/// it these tests are skipped; the suites next to them cover the same ground with our own cases.
@Suite struct SpecificationTests {
  static let folder = getenv("MUSTACHE_SPEC").map { String(cString: $0) }.flatMap {
    $0.isEmpty ? nil : $0
  }

  private static func has(_ module: String) -> Bool {
    guard let folder else { return false }
    return access("\(folder)/\(module).json", R_OK) == 0
  }

  @Test(.enabled(if: folder != nil, "MUSTACHE_SPEC names no folder"))
  func `all required cases give the expected text`() throws {
    var seen = 0
    for module in ["comments", "delimiters", "interpolation", "inverted", "partials", "sections"] {
      for example in try cases(of: module) {
        try check(example, module: module)
        seen += 1
      }
    }
    #expect(seen == 136)
  }

  @Test(arguments: ["~inheritance", "~dynamic-names", "~lambdas"].filter(has))
  func `all cases of an optional module give the expected text`(module: String) throws {
    let cases = try cases(of: module)
    #expect(!cases.isEmpty)
    for example in cases { try check(example, module: module) }
  }

  private func cases(of module: String) throws -> [JSON] {
    let folder = try #require(Self.folder)
    let json = try JSON(readFile("\(folder)/\(module).json"))
    guard case .array(let cases) = json["tests"] else {
      Issue.record("\(module) has no tests")
      return []
    }
    return cases
  }

  private func check(_ example: JSON, module: String) throws {
    guard case .string(let name) = example["name"],
      case .string(let template) = example["template"],
      case .string(let expected) = example["expected"], let data = example["data"]
    else {
      Issue.record("a case of \(module) that cannot be read")
      return
    }
    let lambdas =
      module == "~lambdas" ? try #require(Self.lambdas[name], "no closures for \(name)") : []
    var sources = [source("case", template)]
    if case .object(let partials) = example["partials"] {
      for partial in partials {
        guard case .string(let text) = partial.value else { continue }
        sources.append(source(partial.name, text))
      }
    }
    var bytes: [UInt8] = []
    try Templates(sources: sources, missingPartials: .areEmpty)
      .render("case", Value(data).replacing(lambdas), into: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.utf8.elementsEqual(expected.utf8), "\(module): \(name): \(text)")
  }

  private func readFile(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"), "cannot open \(path)")
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  // MARK: Lambdas

  /// The cases' functions, which the specification gives in other languages, by the names of the
  /// cases.
  private static let lambdas: [String: [Lambda]] = [
    "Interpolation": [Lambda { _ in "world" }],
    "Interpolation - Expansion": [Lambda { _ in "{{planet}}" }],
    "Interpolation - Alternate Delimiters": [Lambda { _ in "|planet| => {{planet}}" }],
    "Interpolation - Multiple Calls": [counting],
    "Escaping": [Lambda { _ in ">" }],
    "Section": [Lambda { $0 == "{{x}}" ? "yes" : "no" }],
    "Section - Expansion": [Lambda { $0 + "{{planet}}" + $0 }],
    "Section - Expansion of List Elements": [
      Lambda { "~{{" + $0 + "}}~" }, Lambda { "#{{" + $0 + "}}#" },
    ],
    "Section - Mixed Lists": [Lambda { "~{{" + $0 + "}}~" }],
    "Section - Context Stack": [Lambda { "~{{star}} " + $0 + " {{.}}~" }],
    "Section - No Re-interpolation": [Lambda { "~{{" + $0 + "}}~" }],
    "Section - Alternate Delimiters": [Lambda { $0 + "{{planet}} => |planet|" + $0 }],
    "Section - Multiple Calls": [Lambda { "__" + $0 + "__" }],
    "Inverted Section": [Lambda { _ in "" }],
  ]

  private static let counting: Lambda = {
    let calls = Atomic(0)
    return Lambda { _ in "\(calls.add(1, ordering: .relaxed).newValue)" }
  }()
}

extension Value {
  /// Replaces the objects that stand for lambdas: the field `lambda`, or the first items of the
  /// list `lambdas`.
  fileprivate func replacing(_ lambdas: [Lambda]) -> Value {
    guard let first = lambdas.first, case .object(let members) = self else { return self }
    return .object(
      members.map { member in
        switch (member.name, member.value) {
        case ("lambda", _): Member(name: "lambda", value: .lambda(first))
        case ("lambdas", .list(let items)):
          Member(
            name: "lambdas",
            value: .list(lambdas.map(Value.lambda) + items.dropFirst(lambdas.count)))
        default: member
        }
      })
  }
}
