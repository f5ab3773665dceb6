/// The place for the next byte of output, and the end of the room for output.
///
/// A copy that lives in registers while a template runs: if it were in the buffer's own memory, the
/// compiler would have to assume that each byte written may change it. The buffer's slack lies
/// after `end`, so that bytes can be moved in whole words.
struct Sink {
  var cursor: UnsafeMutablePointer<UInt8>
  var end: UnsafeMutablePointer<UInt8>

  /// The number of bytes that may be written before the buffer must grow.
  @inline(__always)
  var room: Int { end - cursor }

  /// Up to eight characters, the first in the lowest byte.
  fileprivate typealias Word = (bytes: UInt64, count: Int)

  /// The most bytes that one escaped byte can become.
  static let longestEntity = 6

  /// Copies bytes that have slack after them; there must be room.
  ///
  /// Most texts are short, so the first 32 bytes are moved without checking the length.
  @inline(__always)
  mutating func write(padded bytes: UnsafePointer<UInt8>, count: Int) {
    let source = UnsafeRawPointer(bytes)
    let target = UnsafeMutableRawPointer(cursor)
    if count > 64 {
      target.copyMemory(from: source, byteCount: count)
    } else {
      copy32(from: source, to: target)
      if count > 32 { copy32(from: source + 32, to: target + 32) }
    }
    cursor += count
  }

  @inline(__always)
  private func copy32(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let words = source.loadUnaligned(as: SIMD4<UInt64>.self)
    target.storeBytes(of: words, as: SIMD4<UInt64>.self)
  }

  /// Writes text, with the five characters special to HTML as entities; there must be room for
  /// `longestEntity` times its length.
  ///
  /// Moves 16 bytes at a time up to the next such character. Reads and writes beyond the end stay
  /// within the slack of both buffers.
  @inline(__always)
  mutating func write(escaping bytes: UnsafePointer<UInt8>, count: Int) {
    var source = UnsafeRawPointer(bytes)
    var left = count
    while left > 0 {
      let words = source.loadUnaligned(as: SIMD2<UInt64>.self)
      UnsafeMutableRawPointer(cursor).storeBytes(of: words, as: SIMD2<UInt64>.self)
      let found = specialBytes(in: words)
      if found[0] | found[1] == 0 {
        guard left > 16 else { break }
        cursor += 16
        source += 16
        left &-= 16
        continue
      }
      let plain =
        found[0] != 0
        ? found[0].trailingZeroBitCount / 8 : 8 &+ found[1].trailingZeroBitCount / 8
      guard plain < left else { break }
      cursor += plain
      write(entity(for: source.load(fromByteOffset: plain, as: UInt8.self)))
      source += plain &+ 1
      left &-= plain &+ 1
    }
    cursor += max(left, 0)
  }

  @inline(__always)
  fileprivate mutating func write(_ word: Word) {
    UnsafeMutableRawPointer(cursor).storeBytes(of: word.bytes.littleEndian, as: UInt64.self)
    cursor += word.count
  }
}

@inline(__always)
private func entity(for byte: UInt8) -> Sink.Word {
  switch byte {
  case UInt8(ascii: "&"): (0x3B_70_6D_61_26, 5)
  case UInt8(ascii: "<"): (0x3B_74_6C_26, 4)
  case UInt8(ascii: ">"): (0x3B_74_67_26, 4)
  case UInt8(ascii: "\""): (0x3B_74_6F_75_71_26, 6)
  default: (0x3B_39_33_23_26, 5)
  }
}

/// Returns the highest bit of each byte that needs escaping; exact only up to the first one in each
/// word.
@inline(__always)
private func specialBytes(in words: SIMD2<UInt64>) -> SIMD2<UInt64> {
  // `&` and `'` differ in their lowest bit only, `<` and `>` in the next.
  zeroBytes(in: (words | repeated(0x01)) ^ repeated(0x27))
    | zeroBytes(in: (words | repeated(0x02)) ^ repeated(0x3E))
    | zeroBytes(in: words ^ repeated(0x22))
}

/// Returns the highest bit of each byte that is zero.
///
/// It is exact only up to the first zero byte in each word, as that one borrows from those above.
@inline(__always)
private func zeroBytes(in words: SIMD2<UInt64>) -> SIMD2<UInt64> {
  (words &- repeated(0x01)) & ~words & repeated(0x80)
}

@inline(__always)
private func repeated(_ byte: UInt8) -> SIMD2<UInt64> {
  SIMD2(repeating: UInt64(byte) &* 0x0101_0101_0101_0101)
}
