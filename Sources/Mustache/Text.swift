/// A short text put together in place: `"You rolled \(total)."` needs neither memory of its own nor
/// the checks of a `String`, which most fields would pay for only to be copied once.
///
/// ```swift
/// field("headline") { Text("You rolled \($0.total).") }
/// ```
public struct Text: Sendable {
  private typealias Place = [120 of UInt8]
  /// The most bytes in place; longer texts work too, and cost what an array costs.
  private static let room = MemoryLayout<Place>.size

  private var inPlace = Place(repeating: 0)
  /// The number of bytes in place; 0 once there are too many.
  private var count = 0
  /// The whole text if it is too long.
  private var long: [UInt8]?

  /// Creates an empty text.
  public init() {}

  /// Copies a string.
  public init(_ string: String) { append(string) }

  /// Appends text.
  public mutating func append(_ string: String) {
    string.withBytes { append($0) }
  }

  /// Appends a number in decimal digits.
  public mutating func append(_ number: Int) {
    guard long == nil, count + 24 <= Text.room else { return append(String(number)) }
    count += withPlace { writeDecimal(number, to: $0) }
  }

  /// Appends a number from 0 on with zeros before it, up to so many decimal digits.
  public mutating func append(_ number: Int, digits: Int) {
    guard long == nil, count + digits <= Text.room else {
      let text = String(number)
      return append(String(repeating: "0", count: max(0, digits - text.utf8.count)) + text)
    }
    withPlace { write(number, digits: digits, to: $0) }
    count += digits
  }

  /// Appends a pattern with each 0 replaced by a digit: `"00:00"` by the last four of a number from 0
  /// on.
  public mutating func append(_ pattern: StaticString, digits number: Int) {
    let size = pattern.utf8CodeUnitCount
    guard long == nil, count + size <= Text.room else {
      precondition(size <= Text.room, "a pattern that is no short text")
      var filled = Text()
      filled.append(pattern, digits: number)
      return append(filled)
    }
    withPlace { write(pattern, digits: number, to: $0) }
    count += size
  }

  /// Calls the closure with the place for the next byte.
  @inline(__always)
  private mutating func withPlace<Result>(
    _ body: (UnsafeMutablePointer<UInt8>) -> Result
  ) -> Result {
    let end = count
    return withUnsafeMutablePointer(to: &inPlace) {
      body(UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self) + end)
    }
  }

  /// Appends another text.
  public mutating func append(_ text: Text) { text.withBytes { append($0) } }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if long == nil, count + bytes.count <= Text.room {
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      withPlace { copy(short: start, to: $0, count: bytes.count) }
      count += bytes.count
    } else {
      var all = long ?? withBytes { Array($0) }
      long = nil
      all.append(contentsOf: bytes)
      long = all
      count = 0
    }
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let long { return long.withUnsafeBytes(body) }
    return inPlace.span.extracting(first: count).withUnsafeBytes(body)
  }
}

extension Text: ExpressibleByStringInterpolation {
  /// Copies a literal.
  public init(stringLiteral text: String) { append(text) }

  /// Takes the text of an interpolation.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

  /// The text of an interpolation, piece by piece.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// The text so far; extensions append to it.
    public var text = Text()

    /// Begins with an empty text; the sizes don't matter.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends the text between the values.
    public mutating func appendLiteral(_ literal: String) { text.append(literal) }
    /// Appends text.
    public mutating func appendInterpolation(_ string: String) { text.append(string) }
    /// Appends a number in decimal digits.
    public mutating func appendInterpolation(_ number: Int) { text.append(number) }
    /// Appends another text.
    public mutating func appendInterpolation(_ other: Text) { text.append(other) }
    /// Appends a pattern with each 0 replaced by a digit of a number from 0 on.
    public mutating func appendInterpolation(_ pattern: StaticString, digits number: Int) {
      text.append(pattern, digits: number)
    }
  }
}

extension Text: FieldValue {
  /// Text.
  public static var kind: FieldKind { .text }

  /// Copies the text.
  public func store(in arena: inout Arena, at slot: Int) {
    let start = arena.endOfText
    if let long {
      long.withUnsafeBytes { arena.text.pointee.append($0) }
    } else {
      withUnsafeBytes(of: inPlace) { arena.text.pointee.append(.init(rebasing: $0[..<count])) }
    }
    arena.set(slot, toTextFrom: start)
  }
}

extension String {
  /// Calls the closure with the string's UTF-8.
  ///
  /// Unlike a span's, this becomes part of the caller, which matters for fields of a few bytes.
  @inline(__always)
  func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    let isDone: Void? = utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
    guard isDone == nil else { return }
    utf8.span.withUnsafeBytes(body)
  }

  /// Creates a string from a text.
  public init(_ text: Text) {
    self = text.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
