import ArgumentParser
import Glibc
import Mustache

/// Reads and writes whole files without Foundation.
enum Files {
  /// - Throws: `Failure` 66 if the file cannot be read or is larger than `limit` bytes.
  static func read(_ path: String, limit: Int = 16 << 20) throws(Failure) -> [UInt8] {
    let descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(at: path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
        count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        filled = max(0, count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(at: path) }
      guard count > 0 else { return bytes }
      bytes += chunk
      guard bytes.count <= limit else { throw .unreadable("\(path): larger than \(limit) bytes") }
    }
  }

  /// Writes a file atomically, creating missing folders: readers see either old or new content.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    try makeFolder(parent(of: path))
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .cannotWrite(at: path) }
    let isWritten = write(bytes, to: descriptor)
    let message = systemMessage()
    close(descriptor)
    guard isWritten else {
      unlink(temporary)
      throw .cannotWrite("\(path): \(message)")
    }
    guard rename(temporary, path) == 0 else { throw .cannotWrite(at: path) }
  }

  /// - Returns: `false` if not everything could be written; `errno` has the reason.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Replaces root's rights with those of an existing folder's owner until the program ends.
  static func act(asOwnerOf folder: String) throws(Failure) {
    var status = stat()
    guard stat(folder, &status) == 0 else { return }
    guard setegid(status.st_gid) == 0, seteuid(status.st_uid) == 0 else {
      throw .cannotWrite(at: folder)
    }
  }

  /// Returns the folder of a file or folder; empty for a bare name.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func makeFolder(_ path: String) throws(Failure) {
    guard !path.isEmpty, mkdir(path, 0o755) != 0 else { return }
    switch errno {
    case EEXIST: return
    case ENOENT:
      guard let slash = path.lastIndex(of: "/") else { break }
      try makeFolder(String(path[..<slash]))
      guard mkdir(path, 0o755) == 0 || errno == EEXIST else { break }
      return
    default: break
    }
    throw .cannotWrite(at: path)
  }

  /// Returns the paths of all regular files in a folder, relative to it and sorted.
  ///
  /// Links are left out, as they may lead outside the folder or in circles, and so are pipes, which
  /// would block the reader.
  static func list(_ folder: String, below prefix: String = "") throws(Failure) -> [String] {
    var files: [String] = []
    for name in try names(in: folder) where !name.hasPrefix(".") {
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: files += try list("\(folder)/\(name)", below: "\(prefix)\(name)/")
      case S_IFREG: files.append(prefix + name)
      default: continue
      }
    }
    return files.sorted()
  }

  static func names(in folder: String) throws(Failure) -> [String] {
    guard let directory = opendir(folder) else { throw .unreadable(at: folder) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the Mustache files in a folder, named by their paths without the suffix.
  static func templates(in folder: String) throws(Failure) -> [Source] {
    let suffix = ".mustache"
    var sources: [Source] = []
    for file in try list(folder) where file.hasSuffix(suffix) {
      let text = try read("\(folder)/\(file)")
      sources.append(Source(name: String(file.dropLast(suffix.count)), file: file, text: text))
    }
    return sources
  }

  /// Returns the absolute path with links resolved, as far as the path exists.
  static func resolved(_ path: String) -> String {
    if let absolute = realpath(path, nil) {
      defer { free(absolute) }
      return String(cString: absolute)
    }
    guard errno == ENOENT, !path.isEmpty, path != "/" else { return path }
    let parts = path.split(separator: "/")
    let above = (path.hasPrefix("/") ? "/" : "./") + parts.dropLast().joined(separator: "/")
    let parent = resolved(above)
    return "\(parent == "/" ? "" : parent)/\(parts.last ?? "")"
  }

  /// Refuses an empty path, which would lead to the root or to an unknown place.
  /// - Throws: `ValidationError`.
  static func check(_ path: String?, of option: String) throws {
    guard path == "" else { return }
    throw ValidationError("\(option) takes a path, and this one is empty")
  }

  /// Returns whether something on the way to a path isn't a folder as it should be.
  ///
  /// It may be a file, a pipe, or a link that leads in a circle. A link to nowhere may lead to a
  /// disk that isn't mounted yet.
  static func isObstructed(_ path: String) -> Bool {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & S_IFMT != S_IFDIR }
    return errno == ENOTDIR || errno == ELOOP
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// Returns the last system call's error message, such as `No such file or directory`.
func systemMessage() -> String { String(cString: strerror(errno)) }
