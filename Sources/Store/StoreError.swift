import Glibc

/// Why the store could not do what it was asked; what was stored before is as it was.
package enum StoreError: Error, Hashable {
  /// Nothing whole was left; it now lies aside under that name, and is told of once.
  case damaged(quarantined: String)
  /// Somebody else kept it locked for longer than the store's patience.
  case busy
  /// Something else is there than whoever changes it went by.
  case changed
  /// The bytes are more than one thing may have.
  case tooLarge(count: Int)
  /// There are as many as one vault may hold.
  case tooMany(limit: Int)
  /// No room: disk, quota, inodes or the limit on a file's size.
  case full
  /// The system refused, with that `errno`, while the store was doing what the text says.
  case unavailable(Int32, doing: String)

  /// The error that a system call has just left in `errno`.
  static func last(doing: String) -> StoreError {
    let code = errno
    return meansFull(code) ? .full : .unavailable(code, doing: doing)
  }

  /// Whether that `errno` says that there is no room.
  static func meansFull(_ code: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
}

extension StoreError: CustomStringConvertible {
  /// A sentence for the log, without any secret.
  package var description: String {
    switch self {
    case .damaged(let name): "Something stored was damaged and lies aside as \(name)."
    case .busy: "Something stored stayed locked for too long."
    case .changed: "Something stored was changed by somebody else meanwhile."
    case .tooLarge(let count): "\(count) bytes are too many to be stored."
    case .tooMany(let limit): "There are \(limit) already, and no more can be stored."
    case .full: "There is no room to store anything more."
    case .unavailable(let code, let doing): "Cannot \(doing): \(String(cString: strerror(code)))."
    }
  }
}
