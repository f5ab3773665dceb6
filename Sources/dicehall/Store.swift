/// What keeps everything that outlives a request.
enum Store: Equatable, CustomStringConvertible {
  /// The path of a state folder.
  case folder(String)
  /// A database, by an address that may hold a password.
  case database(String)

  /// Reveals no password.
  var description: String {
    switch self {
    case .folder(let path): path
    case .database(let text): StateOptions.describe(database: text)
    }
  }

  /// What an operator would call it.
  var title: String {
    switch self {
    case .folder: "state folder \(self)"
    case .database: "\(self)"
    }
  }
}
