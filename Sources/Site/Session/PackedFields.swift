/// Reads fields; truncated or garbled bytes give no fields at all.
///
/// Fields are read in place: a session has many small ones, and most are read once.
public struct PackedFields {
  private let packed: ArraySlice<UInt8>
  /// The place of the first field with each of the low tags; it ends at 0 if there is none.
  private var low = [16 of Place](repeating: Place(start: 0, end: 0))

  /// A field's place; no session is longer than these numbers reach.
  private struct Place {
    let start, end: UInt16
  }

  @usableFromInline package init?(_ bytes: ArraySlice<UInt8>) {
    var low = low
    let span = bytes.span
    var position = 0
    while position < span.count {
      guard let field = PackedFields.field(in: span, at: &position) else { return nil }
      let tag = Int(field.tag)
      if tag < low.count, low[tag].end == 0 {
        low[tag] = Place(
          start: UInt16(truncatingIfNeeded: field.content.lowerBound),
          end: UInt16(truncatingIfNeeded: field.content.upperBound))
      }
    }
    packed = bytes
    self.low = low
  }

  /// Calls the closure with each field, in order, until it returns `false`.
  @usableFromInline
  package func visit(_ body: (_ tag: UInt8, _ content: ArraySlice<UInt8>) -> Bool) {
    let span = packed.span
    var position = 0
    while position < span.count,
      let field = PackedFields.field(in: span, at: &position),
      body(field.tag, slice(field.content))
    {}
  }

  /// Returns the content of a field; `nil` if it is missing.
  @usableFromInline package func bytes(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard let content = content(of: tag) else { return nil }
    return slice(content)
  }

  /// Returns a number; `nil` if it is missing or invalid.
  package func number(_ tag: UInt8) -> Int? {
    let span = packed.span
    return content(of: tag).flatMap { PackedFields.signedNumber(in: span, $0) }
  }

  /// Returns a list of non-negative numbers; `nil` also if one is too large.
  package func numbers(_ tag: UInt8) -> [Int]? {
    let span = packed.span
    return content(of: tag).flatMap { PackedFields.numbers(in: span, $0) }
  }

  /// Returns all lists of numbers with a tag, in order; `nil` if one can't be read.
  package func lists(_ tag: UInt8) -> [[Int]]? {
    let span = packed.span
    var lists: [[Int]] = []
    var position = 0
    while position < span.count {
      guard let field = PackedFields.field(in: span, at: &position) else { return nil }
      guard field.tag == tag else { continue }
      guard let numbers = PackedFields.numbers(in: span, field.content) else { return nil }
      lists.append(numbers)
    }
    return lists
  }

  package func flag(_ tag: UInt8) -> Bool { content(of: tag) != nil }

  /// Returns all texts with a tag, without invalid ones.
  package func texts(_ tag: UInt8) -> [String] {
    var texts: [String] = []
    visit { found, content in
      if found == tag, let text = String(validating: content, as: UTF8.self) { texts.append(text) }
      return true
    }
    return texts
  }

  /// Returns a text; `nil` if it is missing or invalid.
  package func text(_ tag: UInt8) -> String? {
    guard let bytes = bytes(tag) else { return nil }
    do {
      return String(copying: try UTF8Span(validating: bytes.span))
    } catch {
      return nil
    }
  }

  /// Returns the first value with a tag; `nil` also if it is invalid.
  @inlinable public func value<Value: Packed>(_ tag: UInt8) -> Value? {
    bytes(tag).flatMap { PackedFields($0) }.flatMap(Value.init)
  }

  /// Returns all values with a tag, in order; `nil` if one is invalid.
  @inlinable public func values<Value: Packed>(_ tag: UInt8) -> [Value]? {
    var values: [Value] = []
    var arePossible = true
    visit { found, content in
      guard found == tag else { return true }
      guard let inner = PackedFields(content), let value = Value(inner) else {
        arePossible = false
        return false
      }
      values.append(value)
      return true
    }
    return arePossible ? values : nil
  }

  /// Returns a tag's fields, their number, and the last one's size; `nil` if others are in between.
  func run(_ tag: UInt8) -> (bytes: ArraySlice<UInt8>, count: Int, lastSize: Int)? {
    let span = packed.span
    var first = 0
    var end = 0
    var count = 0
    var lastSize = 0
    var position = 0
    while position < span.count {
      let start = position
      guard let field = PackedFields.field(in: span, at: &position) else { break }
      guard field.tag == tag else { continue }
      if count == 0 { first = start } else if end != start { return nil }
      end = position
      count &+= 1
      lastSize = position &- start
    }
    return (slice(first..<end), count, lastSize)
  }

  /// A sequence of fields that ends at the end or at bytes that aren't a field.
  struct Locations: Sequence, IteratorProtocol {
    let packed: ArraySlice<UInt8>
    /// The start of the next field.
    private(set) var start: Int

    init(_ packed: ArraySlice<UInt8>) {
      self.packed = packed
      start = packed.startIndex
    }

    /// Moves past this many fields, or to the end.
    mutating func skip(_ number: Int) {
      let packed = packed
      let span = packed.span
      var position = start - packed.startIndex
      for _ in 0..<Swift.max(0, number) {
        guard position < span.count, PackedFields.field(in: span, at: &position) != nil else {
          break
        }
      }
      start = packed.startIndex + position
    }

    mutating func next() -> (tag: UInt8, content: Range<Int>)? {
      let packed = packed
      let span = packed.span
      var position = start - packed.startIndex
      guard position < span.count, let field = PackedFields.field(in: span, at: &position) else {
        return nil
      }
      start = packed.startIndex + position
      let end = packed.startIndex + field.content.upperBound
      return (field.tag, end - field.content.count..<end)
    }
  }

  private func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
    packed[packed.startIndex + range.lowerBound..<packed.startIndex + range.upperBound]
  }

  /// Returns the number with a tag in each of `count` fields that contain others, or 0.
  package static func numbers(
    _ tag: UInt8, inEachOf fields: ArraySlice<UInt8>, count: Int
  ) -> [Int] {
    let span = fields.span
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    var position = 0
    while position < span.count, let outer = field(in: span, at: &position) {
      var inside = outer.content.lowerBound
      let end = outer.content.upperBound
      var number = 0
      while inside < end, let inner = field(in: span, at: &inside, before: end) {
        guard inner.tag == tag else { continue }
        number = signedNumber(in: span, inner.content) ?? 0
        break
      }
      numbers.append(number)
    }
    return numbers
  }

  // MARK: In place

  /// Returns the place of the content of the first field with a tag.
  @inline(__always)
  private func content(of tag: UInt8) -> Range<Int>? {
    guard Int(tag) < low.count, packed.count <= UInt16.max else { return searchContent(of: tag) }
    let place = low[Int(tag)]
    return place.end == 0 ? nil : Range(uncheckedBounds: (Int(place.start), Int(place.end)))
  }

  @inline(never)
  private func searchContent(of tag: UInt8) -> Range<Int>? {
    let bytes = packed.span
    var position = 0
    while position < bytes.count {
      guard let field = PackedFields.field(in: bytes, at: &position) else { return nil }
      if field.tag == tag { return field.content }
    }
    return nil
  }

  private static func numbers(in bytes: Span<UInt8>, _ content: Range<Int>) -> [Int]? {
    var position = content.lowerBound
    var numbers: [Int] = []
    while position < content.upperBound {
      guard let raw = number(in: bytes, at: &position, before: content.upperBound),
        let number = Int(exactly: raw)
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Returns the field at `position`, and moves past it; `nil` for bytes that aren't a field.
  @inline(__always)
  private static func field(
    in bytes: Span<UInt8>, at position: inout Int
  ) -> (tag: UInt8, content: Range<Int>)? {
    field(in: bytes, at: &position, before: bytes.count)
  }

  /// Returns the same before an end that isn't beyond the bytes.
  @inline(__always)
  private static func field(
    in bytes: Span<UInt8>, at position: inout Int, before end: Int
  ) -> (tag: UInt8, content: Range<Int>)? {
    guard position &+ 1 < end else { return nil }
    let tag = bytes[unchecked: position]
    var start = position &+ 2
    var length = UInt(bytes[unchecked: position &+ 1])
    if length >= 0x80 {
      start = position &+ 1
      guard let long = number(in: bytes, at: &start, before: end) else { return nil }
      length = long
    }
    guard length <= UInt(bitPattern: end &- start) else { return nil }
    position = start &+ Int(bitPattern: length)
    return (tag, Range(uncheckedBounds: (start, position)))
  }

  @inline(__always)
  private static func signedNumber(in bytes: Span<UInt8>, _ content: Range<Int>) -> Int? {
    var position = content.lowerBound
    guard let raw = number(in: bytes, at: &position, before: content.upperBound) else { return nil }
    return Int(bitPattern: raw >> 1) ^ -Int(bitPattern: raw & 1)
  }

  /// Reads the number at `position`, and moves `position` past it.
  ///
  /// `end` is never beyond the bytes, so everything before it exists.
  @inline(__always)
  private static func number(
    in bytes: Span<UInt8>, at position: inout Int, before end: Int
  ) -> UInt? {
    guard position < end else { return nil }
    let first = bytes[unchecked: position]
    position &+= 1
    if first < 0x80 { return UInt(first) }
    return longNumber(from: first, in: bytes, at: &position, before: end)
  }

  private static func longNumber(
    from first: UInt8, in bytes: Span<UInt8>, at position: inout Int, before end: Int
  ) -> UInt? {
    var number = UInt(first & 0x7F)
    for shift in stride(from: 7, to: UInt.bitWidth, by: 7) {
      guard position < end else { return nil }
      let byte = bytes[position]
      position += 1
      number |= UInt(byte & 0x7F) << UInt(shift)
      if byte < 0x80 { return number }
    }
    return nil
  }
}
