/// Finds lines and columns in a text.
final class Lines: Sendable {
  private let file: String
  let text: [UInt8]
  /// The offsets at which lines begin, ascending.
  private let starts: [Int]

  init(of source: Source) {
    file = source.file
    text = source.text
    let ends = source.text.indices.filter { source.text[$0] == UInt8(ascii: "\n") }
    starts = [0] + ends.map { $0 + 1 }
  }

  func location(of offset: Int) -> Location {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    // Bytes 10xxxxxx continue a character that has already been counted.
    let column = text[starts[low]..<offset].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    return Location(file: file, line: low + 1, column: column)
  }
}

/// A place in a template; its line is computed only when needed.
struct Place {
  let lines: Lines
  /// The offset in bytes.
  let offset: Int

  var location: Location { lines.location(of: offset) }
}
