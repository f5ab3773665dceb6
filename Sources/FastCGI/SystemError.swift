import Glibc

/// A failed system call.
package struct SystemError: Error, CustomStringConvertible {
  /// What was attempted, with the path or address if there is one.
  package let attempt: String
  /// The value of `errno` after the call.
  package let code: Int32

  init(_ attempt: String, code: Int32 = errno) {
    self.attempt = attempt
    self.code = code
  }

  package var description: String { "cannot \(attempt): \(String(cString: strerror(code)))" }

  /// Returns the result of a call, or throws if it is -1.
  static func check(_ result: Int32, _ attempt: @autoclosure () -> String) throws(SystemError)
    -> Int32
  {
    guard result != -1 else { throw SystemError(attempt()) }
    return result
  }
}
