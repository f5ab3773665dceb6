import Testing
import Web

@testable import Mustache

extension Value {
  /// Converts JSON data to the engine's values.
  init(_ json: JSON) {
    self =
      switch json {
      case .null: .null
      case .bool(let flag): .bool(flag)
      case .number(let lexeme): .number(lexeme)
      case .string(let string): .string(string)
      case .array(let items): .list(items.map(Value.init))
      case .object(let members):
        .object(members.map { Member(name: $0.name, value: Value($0.value)) })
      }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .string(text) }
  public init(integerLiteral number: Int) { self = .number("\(number)") }
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  public init(arrayLiteral items: Value...) { self = .list(items) }
  public init(dictionaryLiteral members: (String, Value)...) {
    self = .object(members.map { Member(name: $0, value: $1) })
  }

  static func calling(_ work: @escaping @Sendable (String) -> String) -> Value {
    .lambda(Lambda(work))
  }
}

extension Limits {
  static func with(steps: Int? = nil, output: Int? = nil, depth: Int? = nil) -> Limits {
    var limits = Limits()
    limits.steps = steps ?? limits.steps
    limits.output = output ?? limits.output
    limits.depth = depth ?? limits.depth
    return limits
  }
}

/// A template, JSON data and the expected text.
struct Case: CustomTestStringConvertible, Sendable {
  let template: String
  let data: String
  let text: String
  var partials: [String: String] = [:]

  init(_ template: String, _ data: String, _ text: String, partials: [String: String] = [:]) {
    self.template = template
    self.data = data
    self.text = text
    self.partials = partials
  }

  init(_ template: String, _ text: String, partials: [String: String] = [:]) {
    self.init(template, "{}", text, partials: partials)
  }

  var testDescription: String { "\(template.debugDescription) with \(data)" }

  /// Its own partials stand before those that a test's cases share.
  func check(with shared: [String: String] = [:]) throws {
    let partials = shared.merging(partials) { $1 }
    #expect(try render(template, data, partials: partials) == text)
  }
}

func source(_ name: String, _ text: String) -> Source {
  Source(name: name, file: "\(name).mustache", text: Array(text.utf8))
}

func compile(
  _ template: String, partials: [String: String] = [:],
  missingPartials: MissingPartials = .areErrors, limits: Limits = Limits()
) throws -> Templates {
  let sources = partials.sorted { $0.key < $1.key }.map { source($0.key, $0.value) }
  return try Templates(
    sources: sources + [source("main", template)], missingPartials: missingPartials, limits: limits)
}

func render(
  _ template: String, _ data: String, partials: [String: String] = [:], limits: Limits = Limits()
) throws -> String {
  let data = try Value(JSON(Array(data.utf8)))
  return try render(
    template, with: data, partials: partials, missingPartials: .areEmpty, limits: limits)
}

func render(
  _ template: String, with data: Value, partials: [String: String] = [:],
  missingPartials: MissingPartials = .areErrors, limits: Limits = Limits()
) throws -> String {
  var bytes: [UInt8] = []
  try compile(template, partials: partials, missingPartials: missingPartials, limits: limits)
    .render("main", data, into: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// What the error says that ends a rendering; nothing if there is none.
func failure<Result>(_ work: () throws -> Result) -> String {
  (#expect(throws: RenderError.self) { _ = try work() })?.description ?? ""
}

func render(
  _ template: String, _ stack: [any Fielded], partials: [String: String] = [:]
) throws -> String {
  var bytes: [UInt8] = []
  try compile(template, partials: partials).render("main", stack, into: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// Whether the first of three templates is rendered, with the others as its partials p and q;
/// otherwise one of the engine's own errors refuses it.
func isRendered(_ texts: [String], _ data: Value, limits: Limits) throws -> Bool {
  do {
    _ = try render(
      texts[0], with: data, partials: ["p": texts[1], "q": texts[2]], missingPartials: .areEmpty,
      limits: limits)
    return true
  } catch is TemplateError {
    return false
  } catch is RenderError {
    return false
  }
}

/// Pseudorandom numbers, the same in each run.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
