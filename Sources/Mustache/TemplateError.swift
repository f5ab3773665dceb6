/// A template that cannot be understood or does not fit its page: where, what stands there and what
/// should.
public struct TemplateError: Error, Equatable, CustomStringConvertible {
  /// Where it stands; for a tag or section that is never closed, where that begins.
  public let location: Location
  /// What stands there, as a phrase: `{{/rolls}}`.
  public let found: String
  /// What should stand there, as a phrase: `{{/dice}} for the section of line 3`.
  public let expected: String

  /// Makes a mistake that others than the engine find.
  public init(location: Location, found: String, expected: String) {
    self.location = location
    self.found = found
    self.expected = expected
  }

  /// `craps.mustache:3:14: found {{/rolls}}, expected {{/dice}}`.
  public var description: String { "\(location): found \(found), expected \(expected)" }
}
