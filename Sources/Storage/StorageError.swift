/// Why storage could not do what it was asked; after all but `.unanswered`, whatever was stored before
/// is unchanged.
package enum StorageError: Error, Hashable {
  /// What was stored can no longer be read; the engine has put it aside and reported where.
  case damaged
  /// Somebody else kept it locked for too long.
  case busy
  /// It is no longer what the caller loaded: load it again and decide anew.
  case changed
  /// More bytes than one thing may have.
  case tooLarge(count: Int)
  /// One vault may hold no more.
  case tooMany(limit: Int)
  /// A client has done this as often as it may, and may again in so many seconds.
  case tooOften(seconds: Int)
  /// There is no room left.
  case full
  /// The engine cannot work, for the reason in this sentence; the number is the engine's own.
  case unavailable(String, code: Int32 = 0)
  /// The connection was lost in the middle of a change, for the reason in this sentence: nobody knows
  /// whether it was made. Doing the same again does no harm where forms are numbered.
  case unanswered(String)
}

extension StorageError: CustomStringConvertible {
  /// A sentence for the log, without any secret.
  package var description: String {
    switch self {
    case .damaged: "Something stored was damaged."
    case .busy: "Something stored stayed locked for too long."
    case .changed: "Somebody else has changed it meanwhile."
    case .tooLarge(let count): "\(count) bytes are too many to store."
    case .tooMany(let limit): "There are \(limit) already, and no more can be stored."
    case .tooOften(let seconds): "A client has to wait \(seconds) seconds."
    case .full: "There is no room to store anything more."
    case .unavailable(let reason, _): reason
    case .unanswered(let reason): "It may or may not have been saved: \(reason)"
    }
  }
}
