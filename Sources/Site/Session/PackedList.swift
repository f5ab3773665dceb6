import Mustache

/// Values that a session keeps in order, packed until they are read.
///
/// A page that shows the newest of a hundred doesn't unpack the others, and a move that adds one
/// doesn't pack the others again. A value that can't be read is left out.
package struct PackedList<Element: Packed>: Equatable, Sequence {
  /// The tag of each value's field.
  private let tag: UInt8
  /// The fields in order.
  fileprivate private(set) var bytes: ArraySlice<UInt8> = []
  private(set) var count = 0
  /// The size of the last field in bytes; most pages ask for its value.
  private var lastSize = 0

  init(tag: UInt8) { self.tag = tag }

  /// - Returns: `nil` if fields with other tags are between them.
  fileprivate init?(tag: UInt8, _ fields: PackedFields) {
    self.tag = tag
    guard let run = fields.run(tag) else { return nil }
    bytes = run.bytes
    count = run.count
    lastSize = run.lastSize
  }

  var isEmpty: Bool { count == 0 }
  /// The size in bytes, as stored.
  var size: Int { bytes.count }
  var first: Element? { first { _ in true } }
  var last: Element? { first(in: bytes.suffix(lastSize)) }

  /// Returns the last elements, in order.
  func newest(_ most: Int) -> [Element] {
    var newest: [Element] = []
    newest.reserveCapacity(Swift.max(0, Swift.min(most, count)))
    var elements = Iterator(locations(after: count - most))
    while let element = elements.next() { newest.append(element) }
    return newest
  }

  /// Returns the last elements as they are packed, in order.
  func packed(newest most: Int) -> [ArraySlice<UInt8>] {
    var newest: [ArraySlice<UInt8>] = []
    newest.reserveCapacity(Swift.max(0, Swift.min(most, count)))
    for location in locations(after: count - most) { newest.append(bytes[location.content]) }
    return newest
  }

  /// Returns a number of each of the last elements by its tag; 0 if there is none.
  func numbers(_ tag: UInt8, newest most: Int = .max) -> [Int] {
    let newest = bytes[locations(after: count - most).start...]
    return PackedFields.numbers(tag, inEachOf: newest, count: Swift.min(most, count))
  }

  mutating func append(_ element: Element) {
    var packer = Packer()
    packer.put(tag, element)
    lastSize = packer.bytes.count
    bytes += packer.bytes
    count += 1
  }

  /// Removes the first element.
  /// - Returns: the element; `nil` if it can't be read.
  mutating func removeFirst() -> Element? {
    let first = first(in: bytes[..<locations(after: 1).start])
    removeFirst(1)
    return first
  }

  mutating func removeFirst(_ number: Int) {
    bytes = bytes[locations(after: number).start...]
    count = Swift.max(0, count - number)
    lastSize = Swift.min(lastSize, bytes.count)
  }

  package func makeIterator() -> Iterator { Iterator(locations(after: 0)) }

  private func first(in bytes: ArraySlice<UInt8>) -> Element? {
    PackedFields(bytes)?.value(tag)
  }

  private func locations(after number: Int) -> PackedFields.Locations {
    var locations = PackedFields.Locations(bytes)
    locations.skip(number)
    return locations
  }

  package struct Iterator: IteratorProtocol {
    private var locations: PackedFields.Locations

    fileprivate init(_ locations: PackedFields.Locations) { self.locations = locations }

    package mutating func next() -> Element? {
      while let location = locations.next() {
        if let fields = PackedFields(locations.packed[location.content]),
          let element = Element(fields)
        {
          return element
        }
      }
      return nil
    }
  }
}

extension PackedFields {
  /// Returns the values with a tag, still packed; `nil` if other fields are between them.
  package func list<Element: Packed>(_ tag: UInt8) -> PackedList<Element>? {
    PackedList(tag: tag, self)
  }
}

extension RowKeys {
  /// Adds a row for each of the last elements, newest first, with its packed form as the key.
  mutating func append(newest most: Int, of list: PackedList<some Packed>) {
    for packed in list.packed(newest: most).reversed() { append(packed) }
  }
}

extension Packer {
  /// Writes all elements of a list as they were packed.
  package mutating func put(_ list: PackedList<some Packed>) { append(fields: list.bytes) }
}
