import CFCGI
import Glibc

/// How the allocator treats this process's memory.
package enum Memory {
  /// Sets up memory; call it before any other thread allocates.
  package static func prepare() {
    // Threads share as many heaps as there are processors; usually nearly each has its own, which
    // grows to the largest page it has ever made.
    _ = mallopt(M_ARENA_MAX, Int32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    // Memory is taken and given back in large steps: each new page costs more than its use.
    _ = mallopt(M_TOP_PAD, 1 << 18)
    _ = mallopt(M_TRIM_THRESHOLD, 1 << 20)
    _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
  }

  /// Zeroed memory for the rest of the process's life.
  package static func lasting(bytes: Int) -> UnsafeMutableRawBufferPointer {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    return memory
  }

  /// Gives back what only starting has needed.
  static func returnUnused() { _ = malloc_trim(0) }
}
