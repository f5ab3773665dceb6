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

/// Memory that belongs to no file, for processes that get its descriptor; zero at first.
package struct SharedMemory: Sendable {
  /// Close-on-exec, and above the numbers that a worker expects its own at.
  let descriptor: Int32
  private let bytes: Int

  package init(bytes: Int) throws(SystemError) {
    let made = try SystemError.check(memfd_create("dicehall", 0), "make shared memory")
    descriptor = try Pipe.duplicateHigh(made)
    self.bytes = bytes
    _ = try SystemError.check(ftruncate(descriptor, bytes), "make shared memory")
  }

  /// Makes it visible to this process for the rest of its life.
  package func open() throws(SystemError) -> UnsafeMutableRawBufferPointer {
    guard let memory = SharedMemory.map(descriptor, bytes: bytes) else {
      throw SystemError("open shared memory")
    }
    return memory
  }

  static func map(_ descriptor: Int32, bytes: Int) -> UnsafeMutableRawBufferPointer? {
    guard let start = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      start != MAP_FAILED
    else { return nil }
    return UnsafeMutableRawBufferPointer(start: start, count: bytes)
  }
}
