import CFCGI
import Glibc

/// How a worker ended, in words: `ended with exit status 65`, `was ended by SIGSEGV`.
struct WorkerEnd: CustomStringConvertible {
  /// What `waitpid` says of it.
  let status: Int32

  /// `nil` if a signal ended it.
  var exitStatus: Int32? { signal == 0 ? status >> 8 & 0xff : nil }

  /// The signal that ended it; 0 if none did.
  var signal: Int32 { status & 0x7f }
  private var hasDumpedCore: Bool { status & 0x80 != 0 }

  var description: String {
    if let exitStatus { return "ended with exit status \(exitStatus)" }
    let name = sigabbrev_np(signal).map { "SIG\(String(cString: $0))" } ?? "signal \(signal)"
    return "was ended by \(name)\(hasDumpedCore ? ", and left a core dump" : "")"
  }
}
