/// A statement, which each connection prepares when it first runs it.
///
/// Placeholders are `$1`, `$2` and so on. The SQL works in PostgreSQL, CockroachDB and YugabyteDB,
/// and is correct at every isolation level from READ COMMITTED up. Only constants may be
/// interpolated: values go into placeholders.
struct Statement: ExpressibleByStringInterpolation, Sendable {
  let sql: String
  /// Whether an unknown outcome must be reported to the caller.
  let leavesDoubt: Bool

  /// `leavesDoubt` is true by default unless the statement only reads.
  init(_ sql: String, leavesDoubt: Bool? = nil) {
    self.sql = sql
    self.leavesDoubt = leavesDoubt ?? !sql.hasPrefix("SELECT")
  }

  init(stringLiteral sql: String) { self.init(sql) }
}

/// A value for a statement's placeholder such as `$1`, in PostgreSQL's binary format.
///
/// Each run of a statement must pass the same cases, as the first run fixes their types.
enum Parameter {
  /// `bigint`
  case integer(Int)
  /// `text`, which can't contain NUL.
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

  /// The type's OID, from PostgreSQL's `pg_type.dat`.
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

  /// Appends the value to a buffer.
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

  /// The format of `array_recv`: dimensions, whether there are nulls, type, count, first index,
  /// then each element preceded by its length.
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

/// The hashes that begin with one byte, so that several backends can sweep a table without
/// collisions.
struct HashRange {
  let start: Parameter
  /// The upper bound, which is not included.
  let end: Parameter

  init(slice: UInt8) {
    start = .blob([slice])
    // Above every hash that begins with the last byte, as hashes have 32 bytes.
    end = .blob(slice == .max ? [UInt8](repeating: .max, count: 33) : [slice + 1])
  }
}
