/// A destination for text piece by piece: a `Text`, or the text of a field itself.
public protocol TextWriter: ~Copyable {
  /// Appends text.
  mutating func append(_ string: String)
  /// Appends a number in decimal digits.
  mutating func append(_ number: Int)
  /// Appends a number from 0 on with zeros before it, up to so many decimal digits.
  mutating func append(_ number: Int, digits: Int)
  /// Appends a pattern with each 0 replaced by a digit: `"00:00"` by the last four of a number from 0
  /// on.
  mutating func append(_ pattern: StaticString, digits number: Int)
}

extension Text: TextWriter {}
extension Pieces: TextWriter {}

/// Writes the last digits of a number from 0 on; there must be room for them.
@inline(__always)
func write(_ number: Int, digits: Int, to place: UnsafeMutablePointer<UInt8>) {
  var rest = number
  for index in (0..<digits).reversed() {
    place[index] = UInt8(ascii: "0") + UInt8(rest % 10)
    rest /= 10
  }
}

/// Writes a pattern with each 0 replaced by a digit of a number from 0 on; there must be room for it.
@inline(__always)
func write(_ pattern: StaticString, digits number: Int, to place: UnsafeMutablePointer<UInt8>) {
  let signs = pattern.utf8Start
  var rest = number.magnitude
  for index in (0..<pattern.utf8CodeUnitCount).reversed() {
    let sign = signs[index]
    guard sign == UInt8(ascii: "0") else {
      place[index] = sign
      continue
    }
    place[index] = sign + UInt8(truncatingIfNeeded: rest % 10)
    rest /= 10
  }
}
