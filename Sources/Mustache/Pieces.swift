/// A buffer that assembles the texts of fields, one after another.
public struct Pieces: ~Copyable {
  var bytes = Buffer<UInt8>(room: 4096)

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

  /// Appends the points of a line as SVG lists them: `0,8 6,12`.
  public mutating func append(points: [(x: Int, y: Int)]) {
    // Two numbers, and what stands between them.
    bytes.reserve(points.count * 48)
    var cursor = bytes.start + bytes.count
    for (index, point) in points.enumerated() {
      if index > 0 {
        cursor[0] = UInt8(ascii: " ")
        cursor += 1
      }
      cursor += writeDecimal(point.x, to: cursor)
      cursor[0] = UInt8(ascii: ",")
      cursor += 1
      cursor += writeDecimal(point.y, to: cursor)
    }
    bytes.count = cursor - bytes.start
  }

  /// Appends a number in decimal digits.
  public mutating func append(_ number: Int) { bytes.append(decimal: number) }
}
