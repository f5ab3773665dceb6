extension String {
  /// A cell of a table in the format of RFC 4180, quoted, and so that no spreadsheet takes it for a
  /// formula.
  var csvCell: String {
    let isFormula = unicodeScalars.first.map {
      "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0)
    }
    // By scalars: a quote with an accent on it is another character, but ends a cell all the same.
    var quoted = String.UnicodeScalarView()
    for scalar in withoutIsolation.unicodeScalars {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    return "\"\(isFormula == true ? "'" : "")\(String(quoted))\""
  }
}
