import Glibc

extension SessionStore {
  /// Makes the folder, with those above it, and shuts it to other users; for the program's start.
  ///
  /// Nothing else makes the folder: one that is gone later is a disk that is missing, and its
  /// sessions are waited for.
  ///
  /// - Throws: `StoreError.unavailable` or `.full`, also when the folder is somebody else's and
  ///   open to others.
  package func prepare() throws(StoreError) {
    try makeFolderAndParents(folder)
    guard try folderStatus().st_mode & 0o777 != 0o700 else { return }
    guard chmod(folder, 0o700) == 0 else { throw .last(doing: "shut the session folder") }
  }

  /// Throws unless a file can be made and written in the folder at this moment.
  ///
  /// - Throws: `StoreError.full` or `.unavailable`.
  package func probe() throws(StoreError) {
    let path = "\(folder)/probe"
    let file = try OpenFile(path, O_WRONLY | O_CREAT)
    // Another process may be at the same and have removed it first.
    defer { _ = unlink(path) }
    try file.write([0], at: 0)
  }

  /// The folder of that session's file: one of 256, as huge folders are slow to list.
  func shard(of id: SessionID) -> String { "\(folder)/\(id.fileName.prefix(2))" }

  func path(of id: SessionID) -> String {
    let name = id.fileName
    return "\(folder)/\(name.prefix(2))/\(name)"
  }

  /// Throws when what was not found may be there again tomorrow, as the whole folder is missing.
  func checkFolder() throws(StoreError) { _ = try folderStatus() }

  private func folderStatus() throws(StoreError) -> stat {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw .last(doing: "find the session folder") }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .unavailable(ENOTDIR, doing: "use the session folder")
    }
    return status
  }

  /// Makes one folder unless it exists.
  func makeFolder(_ path: String) throws(StoreError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .last(doing: "make a session folder")
    }
  }

  private func makeFolderAndParents(_ path: String) throws(StoreError) {
    do throws(StoreError) {
      try makeFolder(path)
    } catch .unavailable(ENOENT, _) where path.dropFirst().contains("/") {
      try makeFolderAndParents(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
      try makeFolder(path)
    }
  }

  /// Waits until the disk holds the names of a new file and of its folder.
  func synchronizeFolders(of id: SessionID) throws(StoreError) {
    for path in [shard(of: id), folder] {
      // The dot lets the folder itself be a link.
      try OpenFile("\(path)/.", O_RDONLY | O_DIRECTORY).synchronize()
    }
  }

  /// Moves what is no session from a session's place to the folder `damaged`, for a person to see.
  ///
  /// - Throws: `StoreError.damaged` when done; nothing when somebody else was faster.
  func quarantine(_ id: SessionID) throws(StoreError) {
    // The draw keeps apart what is found in the same place twice.
    let name = "\(id.fileName)-\(UInt32.random(in: .min ... .max))"
    try makeFolder("\(folder)/damaged")
    guard rename(path(of: id), "\(folder)/damaged/\(name)") == 0 else {
      if errno == ENOENT { return }
      throw .last(doing: "put a damaged session aside")
    }
    throw .damaged(quarantined: name)
  }
}
