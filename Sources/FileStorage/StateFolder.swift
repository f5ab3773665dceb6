import Glibc
import Storage

/// One folder of the state: made once at the start; if it is gone later, that is an error.
struct StateFolder: Sendable {
  let path: String
  /// What is kept in it, one word for messages.
  let content: String
  /// Hears what was put aside, in a line for the log.
  private let report: @Sendable (String) -> Void

  init(_ path: String, content: String, report: @escaping @Sendable (String) -> Void) {
    self.path = path
    self.content = content
    self.report = report
  }

  /// Makes the folder, with those above it, and shuts it to other users; for the program's start.
  ///
  /// Nothing else makes the folder: if it is gone later, a disk is missing, and what was on it may
  /// come back.
  ///
  /// - Throws: `StorageError.unavailable` or `.full`, also when the folder belongs to somebody else
  ///   and is open to others.
  func prepare() throws(StorageError) {
    try makeWithParents(path)
    guard try status().st_mode & 0o777 != 0o700 else { return }
    guard chmod(path, 0o700) == 0 else { throw .last(doing: "shut the \(content) folder") }
  }

  /// Throws if the whole folder is missing: what was not found may be there again tomorrow.
  func check() throws(StorageError) { _ = try status() }

  /// Whether the folder is there and fit for use; makes and mends nothing.
  ///
  /// - Throws: `StorageError.unavailable` if it is unfit, or missing and cannot be made.
  func isReady() throws(StorageError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .last(doing: "look at \(path)") }
      try checkParents()
      return false
    }
    guard status.st_mode & 0o077 == 0 else {
      let name = path.split(separator: "/").last ?? ""
      throw .unavailable("others may look into its folder \(name); chmod 700 keeps them out")
    }
    guard access(path, W_OK | X_OK) == 0 else { throw .last(doing: "write in \(path)") }
    return true
  }

  /// Throws unless the folder can be made; the nearest one above it that exists decides.
  private func checkParents() throws(StorageError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for count in stride(from: parts.count - 1, through: 0, by: -1) {
      let above = parts.prefix(count).joined(separator: "/")
      let parent = above.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : above
      if access(parent, W_OK | X_OK) == 0 { return }
      guard errno == ENOENT else { throw .last(doing: "write in \(parent)") }
    }
  }

  private func status() throws(StorageError) -> stat {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last(doing: "find the \(content) folder") }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .refused(ENOTDIR, doing: "use the \(content) folder")
    }
    return status
  }

  /// Makes a folder in this one unless it exists.
  func make(_ path: String) throws(StorageError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .last(doing: "make a \(content) folder")
    }
  }

  private func makeWithParents(_ path: String) throws(StorageError) {
    do throws(StorageError) {
      try make(path)
    } catch .unavailable(_, ENOENT) where path.dropFirst().contains("/") {
      try makeWithParents(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
      try make(path)
    }
  }

  /// Waits until the disk holds the names in a folder, this one or one in it.
  static func synchronize(_ path: String) throws(StorageError) {
    // The dot lets the folder itself be a link.
    try OpenFile("\(path)/.", O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// The names of the entries of a folder in this one; none if only that folder is missing.
  func names(in path: String) throws(StorageError) -> [String] {
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

  /// Moves something damaged to the folder `damaged`, for a person to look at, and reports it.
  ///
  /// - Returns: its name there; `nil` if somebody else was faster.
  func putAside(_ damaged: String, as stem: String) throws(StorageError) -> String? {
    // The random number keeps apart what is found in the same place twice.
    let name = "\(stem)-\(UInt32.random(in: .min ... .max))"
    try make("\(path)/damaged")
    guard rename(damaged, "\(path)/damaged/\(name)") == 0 else {
      if errno == ENOENT { return nil }
      throw .last(doing: "put aside what is damaged")
    }
    report("\(content): a damaged file lies aside: \(name)")
    return name
  }

  /// Puts something damaged aside.
  ///
  /// - Throws: `StorageError.damaged` when done; nothing if somebody else was faster.
  func quarantine(_ damaged: String, as stem: String) throws(StorageError) {
    if try putAside(damaged, as: stem) != nil { throw .damaged }
  }
}

extension StorageError {
  /// The error that a system call has just left in `errno`.
  static func last(doing: String) -> StorageError {
    let code = errno
    return meansFull(code) ? .full : refused(code, doing: doing)
  }

  /// The system refused with that `errno` when it was asked to do what the text says.
  static func refused(_ code: Int32, doing: String) -> StorageError {
    .unavailable("Cannot \(doing): \(String(cString: strerror(code))).", code: code)
  }

  /// Whether that `errno` says that there is no room: disk, quota, inodes or the limit on a file.
  static func meansFull(_ code: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
}
