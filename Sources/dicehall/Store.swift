import Storage

/// What keeps everything that outlives a request.
enum Store: Equatable, CustomStringConvertible {
  /// The path of a state folder.
  case folder(String)
  /// A database, by an address that may hold a password.
  case database(String)

  /// The same with all links in a folder's path resolved.
  var resolved: Store {
    if case .folder(let path) = self { .folder(Files.resolved(path)) } else { self }
  }

  /// Reveals no password.
  var description: String {
    switch self {
    case .folder(let path): path
    case .database(let text): StateOptions.describe(database: text)
    }
  }

  /// What an error here says; the place comes first, unless the error names it by itself.
  func sentence(_ error: StorageError) -> String {
    let words = "\(error)"
    return words.hasPrefix("The \(self) ") ? words : "\(self): \(words)"
  }

  /// What is read here.
  /// - Throws: `Failure` 66.
  func reading<Result>(
    _ work: @autoclosure () throws(StorageError) -> Result
  ) throws(Failure) -> Result {
    do throws(StorageError) { return try work() } catch { throw .unreadable(sentence(error)) }
  }

  /// What comes of a change here.
  /// - Throws: `Failure` 73.
  func changing<Result>(
    _ work: @autoclosure () throws(StorageError) -> Result
  ) throws(Failure) -> Result {
    do throws(StorageError) { return try work() } catch { throw .cannotWrite(sentence(error)) }
  }

  /// What an operator would call it.
  var title: String {
    switch self {
    case .folder: "state folder \(self)"
    case .database: "\(self)"
    }
  }
}
