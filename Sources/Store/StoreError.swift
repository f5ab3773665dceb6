import Glibc

/// Why the store could not do what it was asked; what was stored before is as it was.
package enum StoreError: Error, Hashable {
  /// Nothing whole was left of the session; it now lies aside under that name, and is told of once.
  case damaged(quarantined: String)
  /// Somebody else kept the session locked for longer than the store's patience.
  case busy
  /// The bytes are more than one session may have.
  case tooLarge(count: Int)
  /// No room: disk, quota, inodes or the limit on a file's size.
  case full
  /// The system refused, with that `errno`, while the store was doing what the text says.
  case unavailable(Int32, doing: String)

  /// The error that a system call has just left in `errno`.
  static func last(doing: String) -> StoreError {
    let code = errno
    return [ENOSPC, EDQUOT, EFBIG].contains(code) ? .full : .unavailable(code, doing: doing)
  }
}

extension StoreError: CustomStringConvertible {
  /// A sentence for the log, without any session's id.
  package var description: String {
    switch self {
    case .damaged(let name): "A session was damaged and lies aside as \(name)."
    case .busy: "A session stayed locked for too long."
    case .tooLarge(let count): "A session of \(count) bytes is too large to keep."
    case .full: "There is no room to store sessions."
    case .unavailable(let code, let doing): "Cannot \(doing): \(String(cString: strerror(code)))."
    }
  }
}
