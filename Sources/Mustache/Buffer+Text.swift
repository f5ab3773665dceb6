extension Buffer<UInt8> {
  @inline(__always)
  mutating func append(short bytes: UnsafePointer<UInt8>, count extra: Int) {
    reserve(extra)
    copy(short: bytes, to: start + count, count: extra)
    count += extra
  }

  mutating func append(decimal number: Int) {
    reserve(24)
    count += writeDecimal(number, to: start + count)
  }
}

/// Copies bytes that have no slack after them.
///
/// Most texts are short, and two words that overlap in the middle are faster than a call.
@inline(__always)
func copy(short bytes: UnsafePointer<UInt8>, to place: UnsafeMutablePointer<UInt8>, count: Int) {
  let source = UnsafeRawPointer(bytes)
  let target = UnsafeMutableRawPointer(place)
  switch count {
  case 0: break
  case 1...3:
    place[0] = bytes[0]
    place[count / 2] = bytes[count / 2]
    place[count - 1] = bytes[count - 1]
  case 4...7: copyEnds(UInt32.self, from: source, to: target, count: count)
  case 8...15: copyEnds(UInt64.self, from: source, to: target, count: count)
  case 16...32: copyEnds(SIMD2<UInt64>.self, from: source, to: target, count: count)
  default: target.copyMemory(from: source, byteCount: count)
  }
}

/// Copies the first and the last `Word` of the bytes; the two may overlap.
@inline(__always)
private func copyEnds<Word: BitwiseCopyable>(
  _: Word.Type, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int
) {
  let tail = count - MemoryLayout<Word>.size
  let first = source.loadUnaligned(as: Word.self)
  let last = source.loadUnaligned(fromByteOffset: tail, as: Word.self)
  target.storeBytes(of: first, as: Word.self)
  target.storeBytes(of: last, toByteOffset: tail, as: Word.self)
}

/// Writes a number of up to 20 characters; there must be room for them.
/// - Returns: the number of characters.
@inline(__always)
func writeDecimal(_ number: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
  guard 0..<10_000 ~= number else { return writeLongDecimal(number, to: target) }
  let high = number / 100
  let low = number &- high &* 100
  guard high == 0 else {
    let count = high < 10 ? 3 : 4
    write(pair: low, to: target + (count &- 2))
    if high < 10 {
      target[0] = digit(high)
    } else {
      write(pair: high, to: target)
    }
    return count
  }
  guard low < 10 else {
    write(pair: low, to: target)
    return 2
  }
  target[0] = digit(low)
  return 1
}

@inline(never)
private func writeLongDecimal(_ number: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
  var rest = number.magnitude
  var count = number < 0 ? 1 : 0
  if number < 0 { target[0] = UInt8(ascii: "-") }
  var left = rest
  repeat {
    count += 1
    left /= 10
  } while left > 0
  var place = count
  while rest >= 10 {
    place -= 2
    write(pair: Int(rest % 100), to: target + place)
    rest /= 100
  }
  // What remains is the first digit, or 0 if that was part of a pair.
  if rest > 0 { target[place - 1] = digit(Int(rest)) }
  return count
}

@inline(__always)
private func digit(_ number: Int) -> UInt8 {
  UInt8(truncatingIfNeeded: number) | UInt8(ascii: "0")
}

/// Writes two digits at once.
@inline(__always)
private func write(pair: Int, to target: UnsafeMutablePointer<UInt8>) {
  let pairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """
  let digits = UnsafeRawPointer(pairs.utf8Start + pair &* 2).loadUnaligned(as: UInt16.self)
  UnsafeMutableRawPointer(target).storeBytes(of: digits, as: UInt16.self)
}
