/// A mistake in a template, or in how it fits its page: the place, what is there, and what should
/// be.
public struct TemplateError: Error, Equatable, CustomStringConvertible {
  /// The place of the mistake; for a tag or section that is never closed, its beginning.
  public let location: Location
  /// The text or tag that is there, as a phrase: `{{/rolls}}`.
  public let found: String
  /// The text or tag that should be there, as a phrase: `{{/dice}} for the section of line 3`.
  public let expected: String

  /// Creates an error for a mistake found outside the engine.
  public init(location: Location, found: String, expected: String) {
    self.location = location
    self.found = found
    self.expected = expected
  }

  /// `craps.mustache:3:14: found {{/rolls}}, expected {{/dice}}`.
  public var description: String { "\(location): found \(found), expected \(expected)" }
}
