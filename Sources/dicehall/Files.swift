import ArgumentParser
import Glibc
import Mustache

/// Reads and writes whole files without Foundation.
enum Files {
  /// - Throws: `Failure` 66 if the file cannot be read or is larger than `limit` bytes.
  static func read(_ path: String, limit: Int = 16 << 20) throws(Failure) -> [UInt8] {
    let descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable("\(path): \(systemMessage())") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
        count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        filled = max(0, count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable("\(path): \(systemMessage())") }
      guard count > 0 else { return bytes }
      bytes += chunk
      guard bytes.count <= limit else { throw .unreadable("\(path): larger than \(limit) bytes") }
    }
  }

  /// Writes a file so that readers see either the old or the new content, never a mixture; creates
  /// missing folders.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    try makeFolder(parent(of: path))
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .cannotWrite("\(path): \(systemMessage())") }
    let isWritten = write(bytes, to: descriptor)
    let message = systemMessage()
    close(descriptor)
    guard isWritten else {
      unlink(temporary)
      throw .cannotWrite("\(path): \(message)")
    }
    guard rename(temporary, path) == 0 else {
      throw .cannotWrite("\(path): \(systemMessage())")
    }
  }

  /// - Returns: `false` if not everything could be written; `errno` says why.
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

  /// Gives up root's rights for those of the owner of a folder, for as long as the program runs; nothing if
  /// there is no such folder yet.
  static func act(asOwnerOf folder: String) throws(Failure) {
    var status = stat()
    guard stat(folder, &status) == 0 else { return }
    guard setegid(status.st_gid) == 0, seteuid(status.st_uid) == 0 else {
      throw .cannotWrite("\(folder): \(systemMessage())")
    }
  }

  /// The folder around a file or a folder; empty for a name alone.
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
    throw .cannotWrite("\(path): \(systemMessage())")
  }

  /// The paths of all regular files in a folder, relative to it and sorted.
  ///
  /// Links are left out, as they may lead outside the folder or in circles; so are pipes, which
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
    guard let directory = opendir(folder) else {
      throw .unreadable("\(folder): \(systemMessage())")
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  /// The Mustache files in a folder, each named by its path without the suffix.
  static func templates(in folder: String) throws(Failure) -> [Source] {
    let suffix = ".mustache"
    var sources: [Source] = []
    for file in try list(folder) where file.hasSuffix(suffix) {
      let text = try read("\(folder)/\(file)")
      sources.append(Source(name: String(file.dropLast(suffix.count)), file: file, text: text))
    }
    return sources
  }

  /// The absolute path with all links resolved, as far as there is anything at the path.
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

  /// Refuses an empty path, which would lead to the root of all folders or to nobody knows where.
  /// - Throws: `ValidationError`.
  static func check(_ path: String?, of option: String) throws {
    guard path == "" else { return }
    throw ValidationError("\(option) takes a path, and this one is empty")
  }

  /// Whether there is something at the path or on the way to it that should be a folder but isn't: a
  /// file, a pipe, a link that leads round in a circle.
  ///
  /// A link to nowhere may lead to a disk that isn't mounted yet.
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

/// The error message of the last system call, such as `No such file or directory`.
func systemMessage() -> String { String(cString: strerror(errno)) }
