/// Writes and reads the shorthand `2d6+3`.
///
/// The grammar is `[N] d S [± M]` in upper or lower case, with spaces and tabs between the parts but
/// not within a number. Without `N` it is one die; `%` for `S` means 100. Minus is a hyphen or
/// U+2212.
extension DieStructure {
  /// The longest text to read, in Unicode scalars.
  package static let maximumNotationLength = 100

  /// The notation as typed, with a hyphen for minus; a modifier of 0 is left out.
  package var notation: String { written(minus: "-") }
  /// The notation as shown, with a minus sign.
  package var expression: String { written(minus: "\u{2212}") }

  private func written(minus: String) -> String {
    let dice = "\(totalDice)\(type.name)"
    guard modifier != 0 else { return dice }
    return dice + (modifier < 0 ? minus : "+") + String(modifier.magnitude)
  }

  /// - Throws: `NotationError` with the first place that breaks a rule.
  package init(notation text: String) throws(NotationError) {
    // It reads no further than the limit, so that a hostile 100 KB costs nothing.
    let scalars = Array(text.unicodeScalars.prefix(DieStructure.maximumNotationLength + 1))
    guard scalars.count <= DieStructure.maximumNotationLength else {
      throw NotationError(.tooLong, at: scalars.count)
    }
    var reader = NotationReader(scalars)
    let totalDice = try reader.totalDice()
    let type = try reader.type()
    self.init(type, totalDice: totalDice, modifier: try reader.modifier())
  }
}
