/// A value for a `$1` in a statement, in PostgreSQL's binary form.
///
/// A statement must get the same cases each time: the first run decides on their types.
enum Parameter {
  /// `bigint`
  case integer(Int)
  /// `text`; without a NUL, which a database can't keep.
  case text(String)
  /// `bytea`
  case blob([UInt8])
  case boolean(Bool)
  /// `bigint[]`
  case integers([Int])
  /// `text[]`
  case texts([String])
  /// `bytea[]`
  case blobs([[UInt8]])

  /// The type's number, from PostgreSQL's `pg_type.dat`.
  var type: UInt32 {
    switch self {
    case .boolean: 16
    case .blob: 17
    case .integer: 20
    case .text: 25
    case .blobs: 1001
    case .texts: 1009
    case .integers: 1016
    }
  }

  /// Writes the value at the end of a buffer.
  func encode(into buffer: inout [UInt8]) {
    switch self {
    case .integer(let number): buffer.appendNumber(number)
    case .text(let text): buffer.append(contentsOf: text.utf8)
    case .blob(let bytes): buffer.append(contentsOf: bytes)
    case .boolean(let value): buffer.append(value ? 1 : 0)
    case .integers(let numbers):
      Parameter.array(of: 20, numbers, into: &buffer) { $1.appendNumber($0) }
    case .texts(let texts):
      Parameter.array(of: 25, texts, into: &buffer) { $1.append(contentsOf: $0.utf8) }
    case .blobs(let blobs):
      Parameter.array(of: 17, blobs, into: &buffer) { $1.append(contentsOf: $0) }
    }
  }

  /// The form of `array_recv`: dimensions, whether there are nulls, type, count, first index, then
  /// each element after its length.
  private static func array<Element>(
    of type: Int32, _ elements: [Element], into buffer: inout [UInt8],
    _ encode: (Element, inout [UInt8]) -> Void
  ) {
    for field in [elements.isEmpty ? 0 : 1, 0, type] { buffer.appendNumber(field) }
    guard !elements.isEmpty else { return }
    for field in [Int32(elements.count), 1] { buffer.appendNumber(field) }
    for element in elements {
      let start = buffer.count
      buffer.appendNumber(Int32(0))
      encode(element, &buffer)
      let length = Int32(buffer.count - start - 4)
      withUnsafeBytes(of: length.bigEndian) {
        buffer.replaceSubrange(start..<start + 4, with: $0)
      }
    }
  }
}

extension [UInt8] {
  /// Appends a number in network order.
  fileprivate mutating func appendNumber(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}
