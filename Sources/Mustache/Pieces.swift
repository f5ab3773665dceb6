/// Texts of fields as they are put together, one behind the other.
public struct Pieces: ~Copyable {
  var bytes = Buffer<UInt8>(room: 4096)

  /// Adds a piece as it is; it is escaped with the rest where a template shows the field.
  public mutating func append(_ string: String) {
    let span = string.utf8.span
    span.withUnsafeBufferPointer { piece in
      guard let start = piece.baseAddress else { return }
      bytes.append(start, count: piece.count)
    }
  }

  /// Adds a number in decimal digits.
  public mutating func append(_ number: Int) { bytes.append(decimal: number) }
}
