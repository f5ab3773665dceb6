import Glibc

/// A private folder beside a place, for something that later takes the place atomically.
///
/// Thus nobody ever finds half of it. The next process removes what a killed one left in it.
final class Draft {
  private static let suffix = ".unfinished"

  private let path: String
  private let place: String
  private let descriptor: Int32

  /// - Throws: `Failure` 73, also if another process is about to put something in that place.
  init(for place: String) throws(Failure) {
    self.place = place
    path = place + Self.suffix
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .cannotWrite(at: path) }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotWrite(at: path) }
    // Others who may write in it could replace a part with a link.
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else {
      close(descriptor)
      throw .cannotWrite("\(path): is somebody else's; remove it first")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .cannotWrite("\(place): another process is writing it")
    }
    for name in (try? Files.names(in: path)) ?? [] {
      try Files.remove("\(path)/\(name)")
    }
  }

  deinit {
    try? Files.remove(path)
    close(descriptor)
  }

  subscript(name: String) -> String { "\(path)/\(name)" }

  /// Moves a part into the place, and what is there to `old`, unless a file replaces a file.
  func publish(_ name: String, movingOldTo old: String?) throws(Failure) {
    sync()
    if let old, access(place, F_OK) == 0, rename(place, old) != 0 {
      throw .cannotWrite(at: place)
    }
    guard rename(self[name], place) == 0 else { throw .cannotWrite(at: place) }
    sync()
  }
}

extension Files {
  /// Returns where to unpack a file: beside it, or among temporary files on a read-only medium.
  static func placeToUnpack(_ path: String) -> String {
    if access(parent(of: path), W_OK) == 0 { return path }
    return "\(Environment.text("TMPDIR") ?? "/var/tmp")/dicehall-restore-\(geteuid())"
  }

  /// Removes a file or a folder with its contents, without following links.
  static func remove(_ path: String) throws(Failure) {
    if unlink(path) == 0 || errno == ENOENT { return }
    if isFolder(path) {
      for name in try names(in: path) {
        try remove("\(path)/\(name)")
      }
      if rmdir(path) == 0 { return }
    }
    throw .cannotWrite(at: path)
  }

  /// Gives a folder and its contents to a user and a group.
  static func give(_ path: String, to owner: uid_t, _ group: gid_t) throws(Failure) {
    guard lchown(path, owner, group) == 0 else { throw .cannotWrite(at: path) }
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
    for name in try names(in: path) {
      try give("\(path)/\(name)", to: owner, group)
    }
  }
}
