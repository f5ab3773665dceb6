/// A value that a session stores as tagged fields.
///
/// Unknown fields are skipped, so yesterday's bytes still open after a field is added. A field is
/// its tag (one byte, `1...255`), its length and its content; numbers are written seven bits a
/// byte, lowest first.
///
/// It is public, like everything that reads a session's part, to be inlined in other modules.
public protocol Packed {
  /// Writes its fields.
  func pack(into packer: inout Packer)
  /// - Returns: `nil` for bytes that aren't a possible value.
  init?(_ fields: PackedFields)
}

extension Packed {
  /// The number of bytes of its fields.
  package var packedSize: Int {
    var packer = Packer()
    pack(into: &packer)
    return packer.bytes.count
  }
}

/// Writes fields.
public struct Packer {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []

  /// Creates a packer with room for about this many bytes.
  package init(room: Int = 0) { bytes.reserveCapacity(room) }

  /// Writes bytes.
  package mutating func put(_ tag: UInt8, _ content: some Collection<UInt8>) {
    bytes.append(tag)
    append(UInt(content.count))
    bytes.append(contentsOf: content)
  }

  package mutating func put(_ tag: UInt8, _ number: Int) {
    putField(tag) {
      // The sign becomes the lowest bit, so small negative numbers stay short.
      $0.append(UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1)))
    }
  }

  /// Writes a list of non-negative numbers.
  package mutating func put(_ tag: UInt8, _ numbers: [Int]) {
    putField(tag) { for number in numbers { $0.append(UInt(number)) } }
  }

  /// Writes a text; nothing for `nil`.
  package mutating func put(_ tag: UInt8, _ text: String?) {
    if let text { put(tag, text.utf8) }
  }

  /// Writes a flag; nothing for `false`.
  package mutating func put(_ tag: UInt8, _ flag: Bool) {
    if flag { put(tag, 1) }
  }

  /// Writes a value with its own fields.
  package mutating func put(_ tag: UInt8, _ value: some Packed) {
    putField(tag) { value.pack(into: &$0) }
  }

  /// Writes several values, each as a field with the same tag.
  package mutating func put(_ tag: UInt8, _ values: some Collection<some Packed>) {
    for value in values { put(tag, value) }
  }

  /// Writes fields that are already packed.
  package mutating func append(fields: ArraySlice<UInt8>) { bytes += fields }

  /// Writes a field whose content `write` appends, and then inserts its length.
  private mutating func putField(_ tag: UInt8, _ write: (inout Packer) -> Void) {
    bytes.append(tag)
    let start = bytes.count
    bytes.append(0)
    write(&self)
    let length = bytes.count - start - 1
    if length < 0x80 {
      bytes[start] = UInt8(length)
    } else {
      var longer = Packer()
      longer.append(UInt(length))
      bytes.replaceSubrange(start...start, with: longer.bytes)
    }
  }

  private mutating func append(_ number: UInt) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
