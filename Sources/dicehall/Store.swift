import Storage

/// A store for everything that outlives a request.
enum Store: Equatable, CustomStringConvertible {
  /// The path of a state folder.
  case folder(String)
  /// A database, by an address that may contain a password.
  case database(String)

  /// The same store with all links in a folder's path resolved.
  var resolved: Store {
    if case .folder(let path) = self { .folder(Files.resolved(path)) } else { self }
  }

  /// The store's name, without a password.
  var description: String {
    switch self {
    case .folder(let path): path
    case .database(let text): StateOptions.describe(database: text)
    }
  }

  /// Returns a sentence on an error here, after the place unless the error names it.
  func sentence(_ error: StorageError) -> String {
    let words = "\(error)"
    return words.hasPrefix("The \(self) ") ? words : "\(self): \(words)"
  }

  /// Returns what is read here.
  /// - Throws: `Failure` 66.
  func reading<Result>(
    _ work: @autoclosure () throws(StorageError) -> Result
  ) throws(Failure) -> Result {
    do throws(StorageError) { return try work() } catch { throw .unreadable(sentence(error)) }
  }

  /// Returns the result of a change here.
  /// - Throws: `Failure` 73.
  func changing<Result>(
    _ work: @autoclosure () throws(StorageError) -> Result
  ) throws(Failure) -> Result {
    do throws(StorageError) { return try work() } catch { throw .cannotWrite(sentence(error)) }
  }

  /// The operator's word for it.
  var title: String {
    switch self {
    case .folder: "state folder \(self)"
    case .database: "\(self)"
    }
  }
}
