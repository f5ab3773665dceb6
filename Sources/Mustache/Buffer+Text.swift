extension Buffer<UInt8> {
  /// Copies bytes that have slack behind them, by whole words.
  @inline(__always)
  mutating func append(padded bytes: UnsafePointer<UInt8>, count extra: Int) {
    guard extra <= 128 else { return append(bytes, count: extra) }
    reserve(extra)
    let source = UnsafeRawPointer(bytes)
    let target = UnsafeMutableRawPointer(start + count)
    var offset = 0
    while offset < extra {
      let words = source.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
      target.storeBytes(of: words, toByteOffset: offset, as: SIMD2<UInt64>.self)
      offset += 16
    }
    count += extra
  }

  mutating func append(_ word: StaticString) {
    word.withUTF8Buffer { bytes in for byte in bytes { append(byte) } }
  }

  mutating func append(decimal number: Int) {
    var rest = number.magnitude
    var digits = 1
    var bound: UInt = 10
    while rest >= bound, digits < 20 {
      digits += 1
      bound &*= 10
    }
    reserve(digits + 1)
    if number < 0 { append(UInt8(ascii: "-")) }
    for place in (count..<count + digits).reversed() {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      start[place] = UInt8(ascii: "0") + UInt8(digit)
      rest = quotient
    }
    count += digits
  }
}
