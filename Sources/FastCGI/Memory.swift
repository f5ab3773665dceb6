import CFCGI
import Glibc

/// Settings of this process's memory allocator.
package enum Memory {
  /// Sets up the allocator; call it before any other thread allocates.
  package static func prepare() {
    // There are at most as many heaps as processors; otherwise nearly each thread would have its
    // own, which grows to the largest page that it has ever made.
    _ = mallopt(M_ARENA_MAX, Int32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    // Memory is taken and given back in large steps, as each new page costs more than its use.
    _ = mallopt(M_TOP_PAD, 1 << 18)
    _ = mallopt(M_TRIM_THRESHOLD, 1 << 20)
    _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
  }

  /// Returns zeroed memory that lasts as long as the process.
  package static func lasting(bytes: Int) -> UnsafeMutableRawBufferPointer {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    return memory
  }

  /// Gives back memory that was only needed to start.
  static func returnUnused() { _ = malloc_trim(0) }
}

/// Memory without a file, shared with processes that get its descriptor; zeroed at first.
package struct SharedMemory: Sendable {
  /// Close-on-exec, and above the numbers that workers reserve for their own descriptors.
  let descriptor: Int32
  private let bytes: Int

  package init(bytes: Int) throws(SystemError) {
    let made = try SystemError.check(memfd_create("dicehall", 0), "make shared memory")
    descriptor = try Pipe.duplicateHigh(made)
    self.bytes = bytes
    _ = try SystemError.check(ftruncate(descriptor, bytes), "make shared memory")
  }

  /// Maps the memory into this process for the rest of its life.
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
