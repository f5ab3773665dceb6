/// A buffer that assembles the texts of fields, one after another.
public struct Pieces: ~Copyable {
  var bytes = Buffer<UInt8>(room: 4096)
  private let short = shortNumbers

  /// Appends a piece of text; the whole is escaped when a template shows the field.
  @inline(__always)
  public mutating func append(_ string: String) {
    string.withBytes { append($0) }
  }

  /// Appends one ASCII character.
  public mutating func append(ascii character: Unicode.Scalar) {
    bytes.append(UInt8(ascii: character))
  }

  mutating func append(_ piece: UnsafeRawBufferPointer) {
    guard let start = piece.baseAddress else { return }
    bytes.append(short: start.assumingMemoryBound(to: UInt8.self), count: piece.count)
  }

  /// Appends a point of a line as SVG lists them: `0,8`, and after the first ` 6,12`.
  public mutating func append(point x: Int, _ y: Int, isFirst: Bool) {
    // Two numbers, and what stands between and before them.
    bytes.reserve(48)
    var cursor = bytes.start + bytes.count
    if !isFirst {
      cursor[0] = UInt8(ascii: " ")
      cursor += 1
    }
    cursor += writeDecimal(x, to: cursor, short)
    cursor[0] = UInt8(ascii: ",")
    cursor += 1
    cursor += writeDecimal(y, to: cursor, short)
    bytes.count = cursor - bytes.start
  }

  /// Appends a number in decimal digits.
  public mutating func append(_ number: Int) {
    bytes.reserve(24)
    bytes.count += writeDecimal(number, to: bytes.start + bytes.count, short)
  }

  /// Appends a number from 0 on with zeros before it, up to so many decimal digits.
  public mutating func append(_ number: Int, digits: Int) {
    bytes.reserve(digits)
    write(number, digits: digits, to: bytes.start + bytes.count)
    bytes.count += digits
  }

  /// Appends a pattern with each 0 replaced by a digit: `"00:00"` by the last four of a number from 0
  /// on.
  public mutating func append(_ pattern: StaticString, digits number: Int) {
    bytes.reserve(pattern.utf8CodeUnitCount)
    write(pattern, digits: number, to: bytes.start + bytes.count)
    bytes.count += pattern.utf8CodeUnitCount
  }
}
