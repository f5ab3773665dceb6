/// The limits of characters' names and titles.
package enum CharacterText {
  /// The longest text, in characters as people count them.
  package static let longest = 60
  /// The most bytes of UTF-8, so that a pile of accents can't fill a session.
  package static let largest = 600

  /// Returns a trimmed name of 1 to 60 characters, one of them visible.
  /// - Throws: `RuleRefusal.nameEmpty`, `.nameTooLong`, `.nameTooLarge` or `.nameUnprintable`.
  static func name(_ typed: String) throws(RuleRefusal) -> String {
    guard GivenText.isVisible(typed) else { throw .nameEmpty }
    return try bounded(typed, .nameTooLong, .nameTooLarge, .nameUnprintable)
  }

  /// Returns a trimmed title of up to 60 characters, which may be empty.
  /// - Throws: `RuleRefusal.titleTooLong`, `.titleTooLarge` or `.titleUnprintable`.
  static func title(_ typed: String) throws(RuleRefusal) -> String {
    try bounded(typed, .titleTooLong, .titleTooLarge, .titleUnprintable)
  }

  /// The longest biography, in characters.
  package static let longestBiography = 2_000
  /// The largest biography, in bytes of UTF-8.
  package static let largestBiography = 8_000

  /// Returns a trimmed biography with line breaks of one kind, which may be empty.
  /// - Throws: `RuleRefusal.biographyTooLong`, `.biographyTooLarge` or `.biographyUnprintable`.
  static func biography(_ typed: String) throws(RuleRefusal) -> String {
    let text = GivenText.trimmed(typed.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
    guard text.utf8.count <= longestBiography || text.count <= longestBiography else {
      throw .biographyTooLong
    }
    let lines = text.split(separator: "\n").map(String.init)
    guard text.utf8.count <= largestBiography, !lines.contains(where: GivenText.isPiled) else {
      throw .biographyTooLarge
    }
    guard lines.allSatisfy(GivenText.isPrintable) else { throw .biographyUnprintable }
    return text
  }

  static func brokenRules(name: String, title: String, biography: String = "") -> [BrokenRule] {
    var rules: [BrokenRule] = []
    do { _ = try CharacterText.biography(biography) } catch {
      rules.append(BrokenRule(error, .biography))
    }
    do { _ = try CharacterText.name(name) } catch { rules.append(BrokenRule(error, .name)) }
    do { _ = try CharacterText.title(title) } catch { rules.append(BrokenRule(error, .title)) }
    return rules
  }

  private static func bounded(
    _ typed: String, _ tooLong: RuleRefusal, _ tooLarge: RuleRefusal, _ unprintable: RuleRefusal
  ) throws(RuleRefusal) -> String {
    let text = GivenText.trimmed(typed)
    guard text.utf8.count <= largest else {
      // Few characters made of many bytes are a pile of accents.
      throw text.count <= longest ? tooLarge : tooLong
    }
    guard text.count <= longest else { throw tooLong }
    guard !GivenText.isPiled(text) else { throw tooLarge }
    guard GivenText.isPrintable(text) else { throw unprintable }
    return text
  }
}
