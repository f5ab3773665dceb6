import Games

extension GivenText.Fault {
  /// Returns a sentence on a name in the field with this label; `longest` is in characters.
  package func sentence(of field: String, longest: Int) -> String {
    switch self {
    case .empty: "\(field) needs at least one visible character."
    case .tooLong: "\(field) is too long: at most \(longest) characters."
    case .tooLarge: "\(field) has too many accents or joined characters. Leave some out."
    case .unprintable:
      "\(field) has control characters, ones that change the direction of the text, or ones that "
        + "can’t be read."
    }
  }
}
