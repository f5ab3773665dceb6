/// A function as a value: what it returns is a template, which is rendered in the lambda's place.
///
/// ```swift
/// let bold = Lambda { "<b>\($0)</b>" }
/// ```
/// `{{#bold}}Hello {{name}}{{/bold}}` calls it with `Hello {{name}}`; what it returns is read with
/// the delimiters in force there. `{{bold}}` calls it with an empty text, and what it returns is
/// read with the usual delimiters. It is called each time anew, and only the template it returns
/// can show data: a lambda must not put a visitor's words into it.
public final class Lambda: Sendable {
  let body: @Sendable (_ section: String) -> String

  /// Makes a lambda of a closure from a section's text, as it stands in the template.
  public init(_ body: @escaping @Sendable (_ section: String) -> String) { self.body = body }
}

extension Lambda: Hashable {
  /// Two lambdas are equal when they are the same one.
  public static func == (one: Lambda, other: Lambda) -> Bool { one === other }

  /// Hashes its identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
