import Mustache

/// Templates in one text, separated by `~`: the first is called `a`, the next `b`.
///
/// Names are so short that a few random bytes call each other as partials, as parents and through
/// names in data. Anything after `h` is ignored.
func sources(_ texts: some Sequence<ArraySlice<UInt8>>) -> [Source] {
  zip("abcdefgh", texts).map { name, text in
    Source(name: String(name), file: "\(name).mustache", text: Array(text))
  }
}

extension ArraySlice<UInt8> {
  /// The parts between the separators.
  var parts: [ArraySlice<UInt8>] {
    split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
  }
}

extension Limits {
  /// Limits so low that anything slow has exceeded them.
  static var small: Limits {
    var limits = Limits()
    limits.depth = 20
    limits.output = 20_000
    limits.steps = 2_000
    return limits
  }
}
