import Glibc
import Storage

/// An open file, closed and unlocked when this value is destroyed.
struct OpenFile: ~Copyable {
  private let descriptor: Int32

  /// Opens a file without following links, blocking on pipes or passing it to child processes.
  ///
  /// Only the owner can read or write a file created here.
  init(_ path: String, _ flags: Int32) throws(StorageError) {
    let opened = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0o600)
    guard opened >= 0 else { throw .last(doing: "open \(path)") }
    descriptor = opened
  }

  /// Linux's `O_NOATIME`, which Glibc declares only for `_GNU_SOURCE`.
  private static let withoutTime: Int32 = 0o1000000

  /// Opens a file without updating its access time where the system permits that.
  init(unseen path: String) throws(StorageError) {
    do throws(StorageError) {
      try self.init(path, O_RDONLY | OpenFile.withoutTime)
    } catch .unavailable(_, EPERM) {
      try self.init(path, O_RDONLY)
    }
  }

  deinit { _ = close(descriptor) }

  func status() throws(StorageError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last(doing: "look at a stored file") }
    return FileStatus(status)
  }

  /// Locks the file against other threads and processes, or returns `false` without waiting.
  func tryLock() throws(StorageError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw .last(doing: "lock a stored file") }
    }
    return true
  }

  /// Waits for the lock, with growing pauses between attempts.
  ///
  /// - Throws: `StorageError.busy` if `patience` runs out.
  func lock(patience: Duration) throws(StorageError) {
    if try tryLock() { return }
    let deadline = ContinuousClock.now + patience
    var pause: useconds_t = 50
    while ContinuousClock.now < deadline {
      _ = usleep(pause)
      if try tryLock() { return }
      pause = min(2 * pause, 2000)
    }
    throw .busy
  }

  /// Releases the lock before the file is closed.
  func unlock() throws(StorageError) {
    guard flock(descriptor, LOCK_UN) == 0 else { throw .last(doing: "unlock a stored file") }
  }

  /// Updates the file's modification time; a failure has no consequences.
  func touch() { _ = futimens(descriptor, nil) }

  /// Truncates the file to that many bytes.
  func cut(to size: Int) throws(StorageError) {
    guard ftruncate(descriptor, size) == 0 else { throw .last(doing: "cut a stored file") }
  }

  /// Reads `count` bytes from that offset, or fewer if the file ends first.
  ///
  /// Without `all`, it makes one system call, which may return fewer bytes for other reasons.
  func read(_ count: Int, at offset: Int, all: Bool = true) throws(StorageError) -> [UInt8] {
    var failure: StorageError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let room = UnsafeMutableRawBufferPointer(buffer)
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
        let got = pread(descriptor, rest.baseAddress, rest.count, offset + filled)
        if got == 0 { break }
        if got > 0 {
          filled += got
          if !all { break }
        } else if errno != EINTR {
          failure = .last(doing: "read a stored file")
          break
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all the bytes; after an error, part of them may be in the file.
  func write(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
    var written = 0
    while written < bytes.count {
      let put = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return pwrite(descriptor, rest.baseAddress, rest.count, offset + written)
      }
      if put >= 0 {
        written += put
      } else if errno != EINTR {
        throw .last(doing: "write a stored file")
      }
    }
  }

  /// Waits until everything written is on the disk.
  func synchronize() throws(StorageError) {
    guard fdatasync(descriptor) == 0 else { throw .last(doing: "flush a stored file") }
  }

  /// Sets the access and modification times, in seconds since 1970.
  func setMoment(_ moment: Int) throws(StorageError) {
    let time = timespec(tv_sec: moment, tv_nsec: 0)
    guard futimens(descriptor, [time, time]) == 0 else { throw .last(doing: "date a stored file") }
  }

  /// Deletes this file, which must be at `path`, while it is still open here.
  func remove(_ path: String) throws(StorageError) {
    guard unlink(path) == 0 else { throw .last(doing: "remove a stored file") }
  }
}

/// The properties of a file that the engine needs.
struct FileStatus {
  let isRegular: Bool
  let isFolder: Bool
  /// The size in bytes.
  let size: Int
  /// The space on the disk, in bytes.
  let space: Int
  /// Whether the file still has a name; `false` if it was deleted while open.
  let hasName: Bool
  /// The time of the last write, in seconds since 1970.
  let lastWritten: Int
  /// The time of the last read or write, in seconds since 1970.
  ///
  /// Some mounts record reads only once a day or never.
  let lastUsed: Int

  /// Reads the status of a path without following links; `nil` if nothing is there.
  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  static func isThere(_ path: String) throws(StorageError) -> Bool {
    var status = stat()
    guard lstat(path, &status) != 0 else { return true }
    guard errno == ENOENT else { throw .last(doing: "look at a stored file") }
    return false
  }

  init(_ status: stat) {
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    size = status.st_size
    space = Int(status.st_blocks) * 512
    hasName = status.st_nlink > 0
    lastWritten = status.st_mtim.tv_sec
    lastUsed = max(status.st_mtim.tv_sec, status.st_atim.tv_sec)
  }
}
