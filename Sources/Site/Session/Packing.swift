/// A value that a session stores as tagged fields.
///
/// Unknown fields are skipped, so yesterday's bytes still open after a field is added. A field is
/// its tag (one byte, `1...255`), its length and its content; numbers are written seven bits a
/// byte, lowest first.
///
/// It's public, like all that reads a session's part, as nothing else is inlined in other modules.
public protocol Packed {
  /// Writes its fields.
  func pack(into packer: inout Packer)
  /// - Returns: `nil` for bytes that don't describe a possible value.
  init?(_ fields: PackedFields)
}

extension Packed {
  /// How many bytes its fields take.
  package var packedSize: Int {
    var packer = Packer()
    pack(into: &packer)
    return packer.bytes.count
  }
}

/// Writes fields.
public struct Packer {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []

  /// Makes room for about so many bytes.
  package init(room: Int = 0) { bytes.reserveCapacity(room) }

  /// Writes bytes.
  package mutating func put(_ tag: UInt8, _ content: some Collection<UInt8>) {
    bytes.append(tag)
    append(UInt(content.count))
    bytes.append(contentsOf: content)
  }

  package mutating func put(_ tag: UInt8, _ number: Int) {
    putField(tag) {
      // The sign goes into the lowest bit, so small negative numbers stay short.
      $0.append(UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1)))
    }
  }

  /// Writes a list of numbers that are not negative.
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

  /// Writes a value with fields of its own.
  package mutating func put(_ tag: UInt8, _ value: some Packed) {
    putField(tag) { value.pack(into: &$0) }
  }

  /// Writes several values, each as a field with the same tag.
  package mutating func put(_ tag: UInt8, _ values: some Collection<some Packed>) {
    for value in values { put(tag, value) }
  }

  /// Writes fields that are packed already.
  package mutating func append(fields: ArraySlice<UInt8>) { bytes += fields }

  /// Writes a field whose content `write` appends, then inserts its length, only known by then.
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
