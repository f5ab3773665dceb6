/// Bounds of the names and titles of characters.
package enum CharacterText {
  /// In characters as people count them.
  package static let longest = 60
  /// In bytes of UTF-8, so that no pile of accents on one letter fills a session.
  package static let largest = 600

  /// Trimmed of blanks, 1 to 60 characters, one of them visible.
  /// - Throws: `RuleRefusal.nameEmpty`, `.nameTooLong`, `.nameTooLarge` or `.nameUnprintable`.
  static func name(_ wish: String) throws(RuleRefusal) -> String {
    let name = GivenText.trimmed(wish)
    guard GivenText.isVisible(name) else { throw .nameEmpty }
    guard name.utf8.count <= largest else { throw isPile(name) ? .nameTooLarge : .nameTooLong }
    guard name.count <= longest else { throw .nameTooLong }
    guard !GivenText.isPiled(name) else { throw .nameTooLarge }
    guard GivenText.isPrintable(name) else { throw .nameUnprintable }
    return name
  }

  /// Trimmed of blanks, up to 60 characters; may be empty.
  /// - Throws: `RuleRefusal.titleTooLong`, `.titleTooLarge` or `.titleUnprintable`.
  static func title(_ wish: String) throws(RuleRefusal) -> String {
    let title = GivenText.trimmed(wish)
    guard title.utf8.count <= largest else { throw isPile(title) ? .titleTooLarge : .titleTooLong }
    guard title.count <= longest else { throw .titleTooLong }
    guard !GivenText.isPiled(title) else { throw .titleTooLarge }
    guard GivenText.isPrintable(title) else { throw .titleUnprintable }
    return title
  }

  /// Few characters made of many bytes.
  private static func isPile(_ text: String) -> Bool { text.count <= longest }
}
