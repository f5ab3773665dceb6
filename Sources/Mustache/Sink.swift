/// Where the next byte of the output goes, and where its room ends.
///
/// A copy that lives in registers while a template runs: were it read from the buffer's own memory,
/// each byte written might have changed it, as far as the compiler can tell. A buffer's slack is
/// behind `end`, so that bytes can be moved in whole words.
struct Sink {
  var cursor: UnsafeMutablePointer<UInt8>
  var end: UnsafeMutablePointer<UInt8>

  /// Bytes that may be written before it must grow.
  @inline(__always)
  var room: Int { end - cursor }

  /// Up to eight characters, the first in the lowest byte.
  fileprivate typealias Word = (bytes: UInt64, count: Int)

  /// The most bytes that one byte becomes when it is escaped.
  static let longestEntity = 6

  /// Copies bytes that have slack behind them; there must be room.
  ///
  /// Most are few, so the first 32 are moved without a look at how many they are.
  @inline(__always)
  mutating func write(padded bytes: UnsafePointer<UInt8>, count: Int) {
    let source = UnsafeRawPointer(bytes)
    let target = UnsafeMutableRawPointer(cursor)
    copyWords(from: source, to: target)
    if count > 32 { writeRest(from: source, to: target, count: count) }
    cursor += count
  }

  /// Copies what comes after 32 bytes.
  @inline(__always)
  private func writeRest(
    from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int
  ) {
    guard count <= 256 else {
      return target.copyMemory(from: source, byteCount: count)
    }
    var offset = 32
    repeat {
      copyWords(from: source + offset, to: target + offset)
      offset &+= 32
    } while offset < count
  }

  @inline(__always)
  private func copyWords(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let words = source.loadUnaligned(as: SIMD4<UInt64>.self)
    target.storeBytes(of: words, as: SIMD4<UInt64>.self)
  }

  /// Writes text with the five characters that mean something in HTML as entities; there must be
  /// room for `longestEntity` times as much.
  ///
  /// Goes by 16 bytes at a time up to the next such character. What is read and written beyond the
  /// end lies in the slack of both buffers.
  @inline(__always)
  mutating func write(escaping bytes: UnsafePointer<UInt8>, count: Int) {
    var source = UnsafeRawPointer(bytes)
    var left = count
    while left > 0 {
      let words = source.loadUnaligned(as: SIMD2<UInt64>.self)
      UnsafeMutableRawPointer(cursor).storeBytes(of: words, as: SIMD2<UInt64>.self)
      let plain = plainBytes(in: words)
      guard plain < left else {
        cursor += left
        return
      }
      cursor += plain
      source += plain
      left &-= plain
      guard plain < 16 else { continue }
      write(entity(for: source.load(as: UInt8.self)))
      source += 1
      left &-= 1
    }
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

/// How many bytes come before the first that is escaped; 16 if none is.
@inline(__always)
private func plainBytes(in words: SIMD2<UInt64>) -> Int {
  // `&` and `'` differ in their lowest bit only, `<` and `>` in the next.
  let found =
    zeroBytes(in: (words | repeated(0x01)) ^ repeated(0x27))
    | zeroBytes(in: (words | repeated(0x02)) ^ repeated(0x3E))
    | zeroBytes(in: words ^ repeated(0x22))
  if found[0] != 0 { return found[0].trailingZeroBitCount / 8 }
  return 8 &+ found[1].trailingZeroBitCount / 8
}

/// The highest bit of each byte that is zero.
///
/// Only up to the first one in each word is it exact, as that one borrows from those above.
@inline(__always)
private func zeroBytes(in words: SIMD2<UInt64>) -> SIMD2<UInt64> {
  (words &- repeated(0x01)) & ~words & repeated(0x80)
}

@inline(__always)
private func repeated(_ byte: UInt8) -> SIMD2<UInt64> {
  SIMD2(repeating: UInt64(byte) &* 0x0101_0101_0101_0101)
}
