extension Buffer<UInt8> {
  @inline(__always)
  mutating func append(short bytes: UnsafePointer<UInt8>, count extra: Int) {
    reserve(extra)
    copy(short: bytes, to: start + count, count: extra)
    count += extra
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
///
/// Callers that write many numbers keep `short`, as each access to the global checks whether it is
/// initialized.
/// - Returns: the number of characters.
@inline(__always)
func writeDecimal(
  _ number: Int, to target: UnsafeMutablePointer<UInt8>,
  _ short: UnsafePointer<UInt32> = shortNumbers
) -> Int {
  guard 0..<1_000 ~= number else { return writeLongDecimal(number, to: target) }
  let text = short[number]
  UnsafeMutableRawPointer(target).storeBytes(of: text, as: UInt32.self)
  return Int(text >> 24)
}

/// The digits of each number below 1,000, and in the highest byte how many they are.
nonisolated(unsafe) let shortNumbers: UnsafePointer<UInt32> = {
  let texts = UnsafeMutablePointer<UInt32>.allocate(capacity: 1_000)
  for number in 0..<1_000 {
    let digits = String(number).utf8
    texts[number] = digits.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    texts[number] |= UInt32(digits.count) << 24
  }
  return UnsafePointer(texts)
}()

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
  repeat {
    place -= 1
    target[place] = UInt8(ascii: "0") + UInt8(rest % 10)
    rest /= 10
  } while rest > 0
  return count
}
