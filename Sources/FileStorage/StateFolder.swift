import Glibc
import Storage
import Synchronization

/// One of the state folders, created at startup; it is an error if the folder disappears later.
struct StateFolder: Sendable {
  let path: String
  /// Receives a log line for each file that was put aside.
  private let report: @Sendable (String) -> Void
  private let reported = ReportedLines()

  init(_ path: String, report: @escaping @Sendable (String) -> Void) {
    self.path = path
    self.report = report
  }

  /// Creates the folder and its parents at startup, and denies other users access to it.
  ///
  /// Nothing else creates the folder. If it is missing later, a disk is probably not mounted, and
  /// its contents may come back.
  ///
  /// - Throws: `StorageError.unavailable` or `.full`, for example if others can access the folder
  ///   and somebody else owns it.
  func prepare() throws(StorageError) {
    try makeWithParents(path)
    guard try status().st_mode & 0o777 != 0o700 else { return }
    guard chmod(path, 0o700) == 0 else { throw .last(doing: "close \(path) to others") }
  }

  /// Throws if the whole folder is missing, because then a missing file may still come back.
  func check() throws(StorageError) { _ = try status() }

  /// Checks that the folder is usable and closed to others, without changing anything.
  ///
  /// - Throws: `StorageError.unavailable` if it is not, or is missing.
  func checkUse() throws(StorageError) {
    guard try status().st_mode & 0o077 == 0 else {
      throw .unavailable("Other users can look into \(path); close it with chmod 700.")
    }
    guard access(path, W_OK | X_OK) == 0 else { throw .last(doing: "write in \(path)") }
  }

  private func status() throws(StorageError) -> stat {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last(doing: "find \(path)") }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .refused(ENOTDIR, doing: "use \(path)") }
    return status
  }

  /// Creates a folder in this one unless it exists.
  func make(_ path: String) throws(StorageError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last(doing: "make \(path)") }
  }

  private func makeWithParents(_ path: String) throws(StorageError) {
    do throws(StorageError) {
      try make(path)
    } catch .unavailable(_, ENOENT) where path.dropFirst().contains("/") {
      try makeWithParents(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
      try make(path)
    }
  }

  /// Opens a file in this folder; `nil` if only the file is missing.
  ///
  /// - Throws: what `quarantine` throws if a link, a folder or a socket has the file's name.
  func open(
    _ path: String, _ access: Int32, quarantine: () throws(StorageError) -> Void
  ) throws(StorageError) -> OpenFile? {
    do throws(StorageError) {
      return try OpenFile(path, access)
    } catch {
      if error.meansMissing {
        try check()
      } else if error.meansNoFile {
        try quarantine()
      } else {
        throw error
      }
    }
    return nil
  }

  /// Waits until a folder's list of names is on the disk.
  static func synchronize(_ path: String) throws(StorageError) {
    // With the dot, this works even if the folder is a link.
    try OpenFile("\(path)/.", O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// Lists a folder inside this one; empty if only that folder is missing.
  func names(in path: String) throws(StorageError) -> [String] {
    var names: [String] = []
    try forEachName(in: path) { (name) throws(StorageError) in names.append(name) }
    return names
  }

  /// Passes each name in a folder inside this one to `body`, which may delete the file.
  func forEachName(
    in path: String, _ body: (String) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard let stream = opendir(path) else {
      guard errno == ENOENT else { throw .last(doing: "list \(path)") }
      return try check()
    }
    defer { closedir(stream) }
    while true {
      // Only `errno` tells the end from a failure.
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw .last(doing: "list \(path)") }
        return
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      try body(name)
    }
  }

  /// Removes the folders in a path whose names are numbers below `least`, with their files.
  func removeNumbered(in path: String, below least: Int) throws(StorageError) {
    for name in try names(in: path) {
      guard let number = Int(name), number < least else { continue }
      for file in try names(in: "\(path)/\(name)") { _ = unlink("\(path)/\(name)/\(file)") }
      _ = rmdir("\(path)/\(name)")
    }
  }

  /// Returns the folder for a hash, one of 256 because huge folders are slow to list.
  func shard(of hash: String) -> String { "\(path)/\(hash.prefix(2))" }
  func path(of hash: String) -> String { "\(path)/\(hash.prefix(2))/\(hash)" }

  /// Returns the hashes that begin with the byte `slice`, sorted.
  func hashes(slice: Int) throws(StorageError) -> [StoredName] {
    let prefix = hex([UInt8(truncatingIfNeeded: slice)])
    var names: [String] = []
    try forEachName(in: "\(path)/\(prefix)") { (name) throws(StorageError) in
      if name.hasPrefix(prefix) { names.append(name) }
    }
    return names.sorted().compactMap(StoredName.init(hex:))
  }

  /// Writes the file for a hash; `moment` counts as its last use.
  func put(_ bytes: [UInt8], as name: StoredName, moment: Int? = nil) throws(StorageError) {
    try make(shard(of: name.text))
    let target = path(of: name.text)
    try put(bytes, at: target, draft: "\(target)-new", moment: moment)
  }

  /// Replaces a file atomically.
  ///
  /// `draft` is its name until it is complete; this overwrites what a killed process left there.
  func put(
    _ bytes: [UInt8], at target: String, draft: String, moment: Int? = nil
  ) throws(StorageError) {
    do throws(StorageError) {
      let file = try OpenFile(draft, O_WRONLY | O_CREAT | O_TRUNC)
      try file.write(bytes, at: 0)
      if let moment { try file.setMoment(moment) }
      guard rename(draft, target) == 0 else { throw .last(doing: "name \(target)") }
    } catch {
      _ = unlink(draft)
      throw error
    }
  }

  /// Moves a damaged file to the folder `damaged` for a person to inspect, and reports it.
  ///
  /// - Returns: the file's name there; `nil` if somebody else moved it first.
  func putAside(_ damaged: String, as stem: String) throws(StorageError) -> String? {
    // The random number keeps names unique if the same path is damaged twice.
    let name = "\(stem)-\(UInt32.random(in: .min ... .max))"
    try make("\(path)/damaged")
    guard rename(damaged, "\(path)/damaged/\(name)") == 0 else {
      if errno == ENOENT { return nil }
      throw .last(doing: "put aside \(damaged)")
    }
    report("\(damaged) was damaged, and is now \(path)/damaged/\(name)")
    return name
  }

  /// Reports damage that stays where it is, once for each line.
  func reportOnce(_ line: String) {
    if reported.isNew(line) { report(line) }
  }

  /// Puts a damaged file aside and throws `.damaged`.
  ///
  /// - Throws: `StorageError.damaged` once it is aside; nothing if somebody else moved it first.
  func quarantine(_ damaged: String, as stem: String) throws(StorageError) {
    if try putAside(damaged, as: stem) != nil { throw .damaged }
  }
}

/// The lines about damage that have been reported.
private final class ReportedLines: Sendable {
  private static let most = 1000

  private let lines = Mutex<Set<String>>([])

  /// Returns whether the line isn't among those reported recently.
  func isNew(_ line: String) -> Bool {
    lines.withLock { lines in
      if lines.count >= Self.most { lines.removeAll() }
      return lines.insert(line).inserted
    }
  }
}

extension StorageError {
  /// Returns the error for the current `errno`.
  static func last(doing: String) -> StorageError {
    let code = errno
    return meansFull(code) ? .full : refused(code, doing: doing)
  }

  /// Returns the error for a failed system call with that `errno`; `doing` is its purpose.
  static func refused(_ code: Int32, doing: String) -> StorageError {
    .unavailable("Cannot \(doing): \(String(cString: strerror(code))).", code: code)
  }

  /// Returns whether that `errno` means no space: full disk, no inodes, over quota, too large.
  static func meansFull(_ code: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
}
