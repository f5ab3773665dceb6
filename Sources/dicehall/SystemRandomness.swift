import Glibc

/// The system's random numbers, fetched in blocks by each thread to save system calls.
///
/// They are for dice and names rather than secrets, as a copy of a running machine would continue
/// with the same numbers. Secrets are drawn from `SystemRandomNumberGenerator`, one by one.
struct SystemRandomness: RandomNumberGenerator {
  /// The number of eight-byte words that one call may fetch.
  private static let block = 32

  /// The rest of a thread's block.
  private final class Rest {
    var words: [UInt64] = []
  }

  private static let rests = ThreadLocal { Rest() }

  mutating func next() -> UInt64 {
    let rest = SystemRandomness.rests.value
    if rest.words.isEmpty {
      rest.words = [UInt64](unsafeUninitializedCapacity: SystemRandomness.block) { buffer, count in
        let size = SystemRandomness.block * MemoryLayout<UInt64>.stride
        // It fails only on a system without any randomness, where no fair game can continue.
        precondition(getentropy(buffer.baseAddress, size) == 0, "the system gives no randomness")
        count = SystemRandomness.block
      }
    }
    return rest.words.removeLast()
  }
}
