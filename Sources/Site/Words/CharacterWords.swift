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

extension Clock {
  /// What burns, and how long it still does: `torch (5 turns left), lantern (20 turns left)`; `nil`
  /// in the dark.
  package var lightsText: String? {
    let flames = flames.map {
      "\($0.light.name.lowercased()) (\($0.left.counted("turn", "turns")) left)"
    }
    return flames.isEmpty ? nil : flames.joined(separator: ", ")
  }
}
