import Glibc

/// A folder of the state: made once at the start, and an error to be told when it is gone later.
struct StateFolder: Sendable {
  let path: String
  /// What is kept in it, one word for messages.
  let content: String

  /// Makes the folder, with those above it, and shuts it to other users; for the program's start.
  ///
  /// Nothing else makes the folder: one that is gone later is a disk that is missing, and what it
  /// held is waited for.
  ///
  /// - Throws: `StoreError.unavailable` or `.full`, also when the folder is somebody else's and
  ///   open to others.
  func prepare() throws(StoreError) {
    try makeWithParents(path)
    guard try status().st_mode & 0o777 != 0o700 else { return }
    guard chmod(path, 0o700) == 0 else { throw .last(doing: "shut the \(content) folder") }
  }

  /// Throws when what was not found may be there again tomorrow, as the whole folder is missing.
  func check() throws(StoreError) { _ = try status() }

  private func status() throws(StoreError) -> stat {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last(doing: "find the \(content) folder") }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .unavailable(ENOTDIR, doing: "use the \(content) folder")
    }
    return status
  }

  /// Makes a folder in this one unless it exists.
  func make(_ path: String) throws(StoreError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .last(doing: "make a \(content) folder")
    }
  }

  private func makeWithParents(_ path: String) throws(StoreError) {
    do throws(StoreError) {
      try make(path)
    } catch .unavailable(ENOENT, _) where path.dropFirst().contains("/") {
      try makeWithParents(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
      try make(path)
    }
  }

  /// Waits until the disk holds the names in a folder, this one or one in it.
  static func synchronize(_ path: String) throws(StoreError) {
    // The dot lets the folder itself be a link.
    try OpenFile("\(path)/.", O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// The names of the entries of a folder in this one; none when only that folder is missing.
  func names(in path: String) throws(StoreError) -> [String] {
    guard let stream = opendir(path) else {
      guard errno == ENOENT else { throw .last(doing: "list a \(content) folder") }
      try check()
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  /// Moves what is no good from its place to the folder `damaged`, for a person to see.
  ///
  /// - Throws: `StoreError.damaged` when done; nothing when somebody else was faster.
  func quarantine(_ damaged: String, as stem: String) throws(StoreError) {
    // The draw keeps apart what is found in the same place twice.
    let name = "\(stem)-\(UInt32.random(in: .min ... .max))"
    try make("\(path)/damaged")
    guard rename(damaged, "\(path)/damaged/\(name)") == 0 else {
      if errno == ENOENT { return }
      throw .last(doing: "put aside what is damaged")
    }
    throw .damaged(quarantined: name)
  }
}
