import Mustache

/// Reads data from a notation in which any bytes mean something.
///
/// Anything still open at the end is closed there.
///
/// | written | means |
/// | --- | --- |
/// | `{name'Ann'rows[1 2]}` | an object: names of letters, each with a value |
/// | `[1 2 3]` | a list |
/// | `'text'` | a text |
/// | `*'<b>$</b>'` | a lambda; `$` is the section that it is called with |
/// | `-1.50e3` | a number, as it is written |
/// | `+` `_` `.` | true, false, null |
/// | any other byte | a text of this byte; blanks mean nothing |
struct DataReader {
  /// Values nested deeper are read as null: no limit of the engine allows this depth.
  private static let maximumDepth = 1_100
  /// Lambdas with longer results return nothing: by repeating their sections they could fill any
  /// memory.
  private static let longestTemplate = 4_096

  private var rest: ArraySlice<UInt8>
  private var depth = 0

  /// Reads the value at the beginning of the bytes.
  static func value(of bytes: ArraySlice<UInt8>) -> Value {
    var reader = DataReader(rest: bytes)
    return reader.value()
  }

  private init(rest: ArraySlice<UInt8>) { self.rest = rest }

  private mutating func value() -> Value {
    depth += 1
    defer { depth -= 1 }
    skipBlanks()
    guard depth <= DataReader.maximumDepth, let byte = rest.popFirst() else { return .null }
    switch byte {
    case UInt8(ascii: "."): return .null
    case UInt8(ascii: "+"): return .bool(true)
    case UInt8(ascii: "_"): return .bool(false)
    case UInt8(ascii: "'"): return .string(text())
    case UInt8(ascii: "*"): return .lambda(lambda())
    case UInt8(ascii: "["): return .list(items())
    case UInt8(ascii: "{"): return .object(members())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(number(byte))
    default: return .string(String(decoding: [byte], as: UTF8.self))
    }
  }

  /// Reads up to the byte that ends the text, and skips that byte.
  private mutating func text() -> String {
    let text = rest.prefix { $0 != UInt8(ascii: "'") }
    rest = rest[text.endIndex...].dropFirst()
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func lambda() -> Lambda {
    if rest.first == UInt8(ascii: "'") { rest.removeFirst() }
    let pieces = text().split(separator: "$", omittingEmptySubsequences: false)
    return Lambda { section in
      let text = pieces.joined(separator: section)
      return text.utf8.count <= DataReader.longestTemplate ? text : ""
    }
  }

  private mutating func number(_ first: UInt8) -> String {
    let more = rest.prefix {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || ".eE-".utf8.contains($0)
    }
    rest = rest[more.endIndex...]
    return String(decoding: [first] + more, as: UTF8.self)
  }

  private mutating func items() -> [Value] {
    var items: [Value] = []
    while !ends(UInt8(ascii: "]")) { items.append(value()) }
    return items
  }

  private mutating func members() -> [Value.Member] {
    var members: [Value.Member] = []
    while !ends(UInt8(ascii: "}")) {
      let letters = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
      let name = letters.isEmpty ? rest.prefix(1) : letters
      rest = rest[name.endIndex...]
      members.append(Value.Member(name: String(decoding: name, as: UTF8.self), value: value()))
    }
    return members
  }

  /// Skips the byte that closes a list or object, if it is next.
  private mutating func ends(_ closer: UInt8) -> Bool {
    skipBlanks()
    guard let byte = rest.first else { return true }
    if byte == closer { rest.removeFirst() }
    return byte == closer
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
  }
}
