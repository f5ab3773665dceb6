/// A text that people write about a character, with its limits.
///
/// Raw values name the field of a form, and the text in sentences.
package enum CharacterText: String, Sendable {
  case name, title, biography, condition, otherThing

  /// Those of which a character has one, and where it is.
  package static let single:
    KeyValuePairs<CharacterText, any WritableKeyPath<PlayerCharacter, String> & Sendable> = [
      .name: \.name, .title: \.title, .biography: \.biography,
    ]

  /// The longest name or title, in characters as people count them.
  package static let longest = 60
  /// The most bytes of UTF-8 in a name or title.
  package static let largest = 10 * longest

  /// The longest text, in characters as people count them.
  package var longest: Int {
    switch self {
    case .biography: 2_000
    case .name, .title: CharacterText.longest
    case .condition: PlayRecord.longestCondition
    case .otherThing: PlayRecord.longestThing
    }
  }

  /// The most bytes of UTF-8, so that a pile of accents can't fill a session.
  private var largest: Int { (self == .biography ? 4 : 10) * longest }

  /// Returns the text without blanks around it, and a biography with line breaks of one kind.
  ///
  /// Only a biography and a title may be empty.
  /// - Throws: `RuleRefusal.words`.
  func checked(_ typed: String) throws(RuleRefusal) -> String {
    do throws(GivenText.Fault) {
      switch self {
      case .biography:
        let text = typed.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return try GivenText.text(text, longest: longest, largest: largest, hasLines: true)
      case .title: return try GivenText.text(typed, longest: longest, largest: largest)
      default: return try GivenText.name(typed, longest: longest, largest: largest)
      }
    } catch {
      throw .words(self, error)
    }
  }

  /// Returns the rule that the text breaks.
  func brokenRule(_ typed: String) -> BrokenRule? {
    do throws(RuleRefusal) {
      _ = try checked(typed)
      return nil
    } catch {
      return BrokenRule(error, .text(self))
    }
  }
}
