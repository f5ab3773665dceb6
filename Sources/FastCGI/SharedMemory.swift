import CFCGI
import Glibc

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
