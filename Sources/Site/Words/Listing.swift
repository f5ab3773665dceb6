extension [String] {
  /// `a`, `a and b`, `a, b and c`; a dash for none.
  func listed(_ word: String = "and") -> String {
    guard let last else { return "\u{2013}" }
    return count == 1 ? last : "\(dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}
