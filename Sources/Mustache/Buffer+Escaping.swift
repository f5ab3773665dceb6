extension Buffer<UInt8> {
  /// Appends text with the five characters that mean something in HTML as entities.
  ///
  /// Goes by 16 bytes at a time up to the next such character. What is read and written beyond the
  /// end lies in the slack of both buffers.
  @inline(__always)
  mutating func append(escaping bytes: UnsafePointer<UInt8>, count length: Int) {
    reserve(length)
    var source = UnsafeRawPointer(bytes)
    let end = source + length
    while source < end {
      let words = source.loadUnaligned(as: SIMD2<UInt64>.self)
      UnsafeMutableRawPointer(start + count).storeBytes(of: words, as: SIMD2<UInt64>.self)
      let plain = Swift.min(plainBytes(in: words), end - source)
      count += plain
      source += plain
      guard plain < 16, source < end else { continue }
      append(entity(for: source.load(as: UInt8.self)))
      source += 1
      reserve(end - source)
    }
  }
}

private func entity(for byte: UInt8) -> StaticString {
  switch byte {
  case UInt8(ascii: "&"): "&amp;"
  case UInt8(ascii: "<"): "&lt;"
  case UInt8(ascii: ">"): "&gt;"
  case UInt8(ascii: "\""): "&quot;"
  default: "&#39;"
  }
}

/// How many bytes come before the first that is escaped; 16 if none is.
@inline(__always)
private func plainBytes(in words: SIMD2<UInt64>) -> Int {
  // `&` and `'` differ in their lowest bit only, `<` and `>` in the next.
  let found =
    zeroBytes(in: (words | repeated(0x01)) ^ repeated(0x27))
    | zeroBytes(in: (words | repeated(0x02)) ^ repeated(0x3E))
    | zeroBytes(in: words ^ repeated(0x22))
  if found[0] != 0 { return found[0].trailingZeroBitCount / 8 }
  return 8 + found[1].trailingZeroBitCount / 8
}

/// The highest bit of each byte that is zero.
///
/// Only up to the first one in each word is it exact, as
/// that one borrows from those above.
@inline(__always)
private func zeroBytes(in words: SIMD2<UInt64>) -> SIMD2<UInt64> {
  (words &- repeated(0x01)) & ~words & repeated(0x80)
}

@inline(__always)
private func repeated(_ byte: UInt8) -> SIMD2<UInt64> {
  SIMD2(repeating: UInt64(byte) &* 0x0101_0101_0101_0101)
}
