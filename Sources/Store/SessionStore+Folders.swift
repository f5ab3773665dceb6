import Glibc

extension SessionStore {
  var place: StateFolder { StateFolder(path: folder, content: "session") }

  /// Makes the folder, with those above it, and shuts it to other users; for the program's start.
  ///
  /// Nothing else makes the folder: one that is gone later is a disk that is missing, and its
  /// sessions are waited for.
  ///
  /// - Throws: `StoreError.unavailable` or `.full`, also when the folder is somebody else's and
  ///   open to others.
  package func prepare() throws(StoreError) { try place.prepare() }

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

  /// Waits until the disk holds the names of a new file and of its folder.
  func synchronizeFolders(of id: SessionID) throws(StoreError) {
    try StateFolder.synchronize(shard(of: id))
    try StateFolder.synchronize(folder)
  }

  /// Moves what is no session from a session's place to the folder `damaged`, for a person to see.
  ///
  /// - Throws: `StoreError.damaged` when done; nothing when somebody else was faster.
  func quarantine(_ id: SessionID) throws(StoreError) {
    try place.quarantine(path(of: id), as: id.fileName)
  }
}
