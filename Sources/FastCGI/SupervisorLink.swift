import Glibc

/// A worker's link to its supervisor: pipes and memory at fixed descriptors, marked by a variable.
package struct SupervisorLink: Sendable {
  /// The environment variable that marks a worker, with its place counted from 1.
  static let mark = "DICEHALL_WORKER"
  /// A pipe that ends when the supervisor does, however it died.
  static let lifeline: Int32 = 3
  /// A pipe on which the worker sends a byte once it is ready, and then regularly as signs of life.
  static let signs: Int32 = 4
  /// The memory that all workers share.
  static let memory: Int32 = 5
  /// How often a worker shows that it isn't frozen, in milliseconds.
  static let period: Int64 = 2_000

  /// The worker's place, counted from 0; no two running workers have the same.
  package let place: Int

  /// - Returns: `nil` in a process that no supervisor started.
  package static var inherited: SupervisorLink? {
    guard let mark = getenv(mark) else { return nil }
    for descriptor in [lifeline, signs] {
      guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) != -1 else { return nil }
    }
    // A frozen supervisor must not hold its workers up.
    _ = fcntl(signs, F_SETFL, O_NONBLOCK)
    return SupervisorLink(place: max(0, (Int(String(cString: mark)) ?? 1) - 1))
  }

  /// Opens the memory that all workers share; call it once, before other files are opened.
  /// - Returns: `nil` if the supervisor, which may be of another version, has none of that size.
  package func openMemory(bytes: Int) -> UnsafeMutableRawBufferPointer? {
    var facts = stat()
    guard fstat(SupervisorLink.memory, &facts) == 0, facts.st_size == bytes else { return nil }
    defer { close(SupervisorLink.memory) }
    return SharedMemory.map(SupervisorLink.memory, bytes: bytes)
  }

  /// Signals to the supervisor that this worker is ready and not stuck.
  func giveSign() {
    var byte: UInt8 = 1
    write(SupervisorLink.signs, &byte, 1)
  }
}
