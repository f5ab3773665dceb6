import Glibc

/// The system's random numbers, fetched in blocks that each thread uses up: most requests that
/// roll dice need no system call.
///
/// For dice and names of things, not for secrets: a copy of a running machine would have the same
/// numbers to come. Secrets are drawn from `SystemRandomNumberGenerator`, one by one.
struct SystemRandomness: RandomNumberGenerator {
  /// What one call may fetch, in words of eight bytes.
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
        // It fails only on a system without any randomness, where no honest game can go on.
        precondition(getentropy(buffer.baseAddress, size) == 0, "the system gives no randomness")
        count = SystemRandomness.block
      }
    }
    return rest.words.removeLast()
  }
}
