/// A success criterion of the Web Content Accessibility Guidelines 2.2, with our conformance.
///
/// Numbers, names and levels are those of the W3C Recommendation of 12 December 2024. There are 55
/// of levels A and AA.
struct Criterion: Sendable {
  enum Level: String { case a = "A", aa = "AA" }

  /// The degree of conformance, in the terms of conformance reports.
  enum Conformance: String {
    case supports = "Supports"
    case partiallySupports = "Partially supports"
    case notApplicable = "Not applicable"
  }

  /// The number, such as `1.4.3`; the first digit is the principle.
  let number: String
  let name: String
  let level: Level
  /// How it is met, or why it doesn't apply.
  let how: String
  let pages: String
  /// The known shortcoming, if any.
  let gap: String?
  /// The names of the tests that check it; none if it doesn't apply.
  let tests: [String]

  /// Creates a criterion that is met on these pages if there is no gap.
  init(
    _ number: String, _ name: String, _ level: Level, _ how: String, on pages: String = "all pages",
    gap: String? = nil, tests: String...
  ) {
    self.number = number
    self.name = name
    self.level = level
    self.how = how
    self.pages = pages
    self.gap = gap
    self.tests = tests
  }

  /// Returns a criterion that applies to no page.
  static func none(
    _ number: String, _ name: String, _ level: Level, because reason: String
  ) -> Criterion {
    Criterion(number, name, level, reason, on: "no page")
  }

  var conformance: Conformance {
    guard gap == nil else { return .partiallySupports }
    return tests.isEmpty ? .notApplicable : .supports
  }

  /// The clause in EN 301 549 V3.2.1, which has those of version 2.1; `nil` for newer ones.
  var clause: String? {
    ["2.4.11", "2.5.7", "2.5.8", "3.2.6", "3.3.7", "3.3.8"].contains(number) ? nil : "9.\(number)"
  }

  static let all = perceivable + operable + understandable + robust
}
