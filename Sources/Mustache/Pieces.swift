/// Texts of fields as they are put together, one behind the other.
public struct Pieces: ~Copyable {
  var bytes = Buffer<UInt8>(room: 4096)

  /// Adds a piece as it is; it is escaped with the rest where a template shows the field.
  public mutating func append(_ string: String) {
    let isDone: Void? = string.utf8.withContiguousStorageIfAvailable { piece in
      guard let start = piece.baseAddress else { return }
      bytes.append(short: start, count: piece.count)
    }
    // Only strings that another runtime keeps in a way of its own.
    if isDone == nil { for byte in string.utf8 { bytes.append(byte) } }
  }

  /// Adds a number in decimal digits.
  public mutating func append(_ number: Int) { bytes.append(decimal: number) }
}
