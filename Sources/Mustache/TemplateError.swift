/// A template that cannot be understood: where, what stands there and what should.
public struct TemplateError: Error, Equatable, CustomStringConvertible {
  /// Where it stands; for a tag or section that is never closed, where that begins.
  public let location: Location
  /// What stands there, as a phrase: `{{/rolls}}`.
  public let found: String
  /// What should stand there, as a phrase: `{{/dice}} for the section of line 3`.
  public let expected: String

  /// `craps.mustache:3:14: found {{/rolls}}, expected {{/dice}}`.
  public var description: String { "\(location): found \(found), expected \(expected)" }
}
