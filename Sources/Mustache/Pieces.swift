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

  /// Appends a number in decimal digits.
  public mutating func append(_ number: Int) { bytes.append(decimal: number) }
}
