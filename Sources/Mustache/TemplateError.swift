/// A template that is invalid or does not fit its page: where, what is there, and what should be.
public struct TemplateError: Error, Equatable, CustomStringConvertible {
  /// Where the mistake is; for a tag or section that is never closed, where it begins.
  public let location: Location
  /// What is there, as a phrase: `{{/rolls}}`.
  public let found: String
  /// What should be there, as a phrase: `{{/dice}} for the section of line 3`.
  public let expected: String

  /// Makes an error for a mistake found outside the engine.
  public init(location: Location, found: String, expected: String) {
    self.location = location
    self.found = found
    self.expected = expected
  }

  /// `craps.mustache:3:14: found {{/rolls}}, expected {{/dice}}`.
  public var description: String { "\(location): found \(found), expected \(expected)" }
}
