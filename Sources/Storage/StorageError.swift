/// The reason why a storage operation failed.
///
/// After every error but `.unanswered`, what was stored before is unchanged.
package enum StorageError: Error, Hashable {
  /// The stored bytes can't be read; the engine has put them aside and reported where.
  case damaged
  /// Someone else kept it locked for too long.
  case busy
  /// It is no longer what the caller loaded, who must load it again and decide again.
  case changed
  /// There are more bytes than the limit.
  case tooLarge(count: Int)
  /// There are already as many as the limit allows.
  case tooMany(limit: Int)
  /// The client has done this as often as it may, and may again after this many seconds.
  case tooOften(seconds: Int)
  /// There is no space left.
  case full
  /// The engine can't work, for the reason in this sentence; the code is the engine's own.
  case unavailable(String, code: Int32 = 0)
  /// The connection was lost during a change, for this reason, so the outcome is unknown.
  ///
  /// Repeating the change is harmless if forms are numbered.
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
