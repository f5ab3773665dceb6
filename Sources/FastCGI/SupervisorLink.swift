import Glibc

/// A worker's link to its supervisor: two pipes at fixed descriptors, announced by an environment
/// variable.
package struct SupervisorLink: Sendable {
  /// The environment variable that marks a worker.
  static let mark = "DICEHALL_WORKER"
  /// A pipe that ends when the supervisor does, however it died.
  static let lifeline: Int32 = 3
  /// A pipe on which the worker sends one byte once it is ready to answer.
  static let readiness: Int32 = 4

  /// - Returns: `nil` in a process that no supervisor started.
  package static var inherited: SupervisorLink? {
    guard getenv(mark) != nil else { return nil }
    for descriptor in [lifeline, readiness] {
      guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) != -1 else { return nil }
    }
    return SupervisorLink()
  }

  func reportReady() {
    var byte: UInt8 = 1
    write(SupervisorLink.readiness, &byte, 1)
    close(SupervisorLink.readiness)
  }
}
