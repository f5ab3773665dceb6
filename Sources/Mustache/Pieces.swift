/// A buffer that assembles the texts of fields, one after another.
public struct Pieces: ~Copyable {
  var bytes = Buffer<UInt8>(room: 4096)

  /// Appends a piece of text; the whole is escaped when a template shows the field.
  public mutating func append(_ string: String) {
    let isDone: Void? = string.utf8.withContiguousStorageIfAvailable { piece in
      guard let start = piece.baseAddress else { return }
      bytes.append(short: start, count: piece.count)
    }
    // Only strings bridged from another runtime get here.
    if isDone == nil { for byte in string.utf8 { bytes.append(byte) } }
  }

  /// Appends a number in decimal digits.
  public mutating func append(_ number: Int) { bytes.append(decimal: number) }
}
