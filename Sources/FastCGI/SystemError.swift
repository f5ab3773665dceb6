import Glibc

/// A call to the operating system that failed.
package struct SystemError: Error, CustomStringConvertible {
  /// What was tried, with the path or address where there is one.
  package let attempt: String
  /// `errno` after the call.
  package let code: Int32

  init(_ attempt: String, code: Int32 = errno) {
    self.attempt = attempt
    self.code = code
  }

  package var description: String { "\(attempt): \(String(cString: strerror(code)))" }

  /// Passes the result of a call on, unless it is the -1 of a failure.
  static func check(_ result: Int32, _ attempt: @autoclosure () -> String) throws(SystemError)
    -> Int32
  {
    guard result != -1 else { throw SystemError(attempt()) }
    return result
  }
}
