import Glibc

/// What ties a worker to its supervisor: two pipes at fixed descriptors, told by the environment.
package struct Leash: Sendable {
  /// The environment variable that marks a worker.
  static let mark = "DICEHALL_WORKER"
  /// Ends when the supervisor is gone, however it died.
  static let lifeline: Int32 = 3
  /// Takes one byte when the worker is ready to answer.
  static let readiness: Int32 = 4

  /// - Returns: `nil` in a process that no supervisor started.
  package static var inherited: Leash? {
    guard getenv(mark) != nil else { return nil }
    for descriptor in [lifeline, readiness] {
      guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) != -1 else { return nil }
    }
    return Leash()
  }

  func reportReady() {
    var byte: UInt8 = 1
    write(Leash.readiness, &byte, 1)
    close(Leash.readiness)
  }
}
