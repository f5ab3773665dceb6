import Glibc

/// The system's random numbers, fetched in blocks: a request that rolls many dice needs one call.
struct SystemRandomness: RandomNumberGenerator {
  /// What one call may fetch, in words of eight bytes.
  private static let block = 32

  private var words: [UInt64] = []

  mutating func next() -> UInt64 {
    if words.isEmpty {
      words = [UInt64](unsafeUninitializedCapacity: SystemRandomness.block) { buffer, count in
        let size = SystemRandomness.block * MemoryLayout<UInt64>.stride
        // It fails only on a system without any randomness, where no honest game can go on.
        precondition(getentropy(buffer.baseAddress, size) == 0, "the system gives no randomness")
        count = SystemRandomness.block
      }
    }
    return words.removeLast()
  }
}
