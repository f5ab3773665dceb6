/// A number that somebody typed into a form, before any rule has seen it.
package struct TypedNumber: Equatable {
  /// Rounded down, in `-1_000_000_000...1_000_000_000`.
  package let number: Int
  /// The number that was typed had a fraction.
  package let wasRounded: Bool

  /// Reads `25`, `-5`, `7.5`, `1e3`.
  /// - Returns: `nil` for any other text.
  package init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    guard isPlain, 1...64 ~= text.utf8.count, let value = Double(text) else { return nil }
    let whole = value.rounded(.down)
    number = Int(min(max(whole, -1e9), 1e9))
    wasRounded = whole != value
  }
}
