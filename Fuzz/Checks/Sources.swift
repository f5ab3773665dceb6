import Mustache

/// Templates side by side in one text, `~` between them: the first is called `a`, the next `b`.
///
/// So short that any few bytes call each other as partials, parents and by names in data. What comes
/// after `h` is left out.
func sources(_ texts: some Sequence<ArraySlice<UInt8>>) -> [Source] {
  zip("abcdefgh", texts).map { name, text in
    Source(name: String(name), file: "\(name).mustache", text: Array(text))
  }
}

extension ArraySlice<UInt8> {
  /// The parts that stand side by side.
  var parts: [ArraySlice<UInt8>] {
    split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
  }
}

extension Limits {
  /// So low that what takes long has gone past them.
  static var small: Limits {
    var limits = Limits()
    limits.depth = 20
    limits.output = 20_000
    limits.steps = 2_000
    return limits
  }
}
