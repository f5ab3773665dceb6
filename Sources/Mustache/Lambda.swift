/// A function as a value; the text it returns is rendered as a template in its place.
///
/// ```swift
/// let bold = Lambda { "<b>\($0)</b>" }
/// ```
/// `{{#bold}}Hello {{name}}{{/bold}}` calls it with `Hello {{name}}`, and parses the result with
/// the current delimiters. `{{bold}}` calls it with an empty text, and parses the result with the
/// standard delimiters. Each use calls it again. The result is a template, so a lambda must never
/// put a visitor's words into it.
public final class Lambda: Sendable {
  let body: @Sendable (_ section: String) -> String

  /// Creates a lambda from a closure that receives a section's text as written in the template.
  public init(_ body: @escaping @Sendable (_ section: String) -> String) { self.body = body }
}

extension Lambda: Hashable {
  /// Two lambdas are equal if they are the same object.
  public static func == (one: Lambda, other: Lambda) -> Bool { one === other }

  /// Hashes its identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
