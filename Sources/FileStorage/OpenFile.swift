import Glibc
import Storage

/// An open file; it is closed, and so unlocked, when nobody owns it any more.
struct OpenFile: ~Copyable {
  private let descriptor: Int32

  /// Opens without following a link, without waiting for a pipe's other end, unseen by children.
  ///
  /// A file made here belongs to its owner alone.
  init(_ path: String, _ flags: Int32) throws(StorageError) {
    let opened = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0o600)
    guard opened >= 0 else { throw .last(doing: "open a stored file") }
    descriptor = opened
  }

  deinit { _ = close(descriptor) }

  /// What the system knows about the file now.
  func status() throws(StorageError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last(doing: "look at a stored file") }
    return FileStatus(status)
  }

  /// Takes the lock that excludes threads and processes alike, or returns `false` at once.
  func tryLock() throws(StorageError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw .last(doing: "lock a stored file") }
    }
    return true
  }

  /// Waits for the lock and looks less and less often.
  ///
  /// - Throws: `StorageError.busy` when patience runs out.
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

  /// Up to `count` bytes from that offset, fewer only where the file ends.
  func read(_ count: Int, at offset: Int) throws(StorageError) -> [UInt8] {
    var failure: StorageError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let room = UnsafeMutableRawBufferPointer(buffer)
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
        let got = pread(descriptor, rest.baseAddress, rest.count, offset + filled)
        if got == 0 { break }
        if got > 0 {
          filled += got
        } else if errno != EINTR {
          failure = .last(doing: "read a stored file")
          break
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all the bytes, usually in one go; whatever was written before an error stays.
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

  /// Waits until the disk holds what was written.
  func synchronize() throws(StorageError) {
    guard fdatasync(descriptor) == 0 else { throw .last(doing: "flush a stored file") }
  }

  /// Removes the name of this file, a path that must lead to it, while it is still locked here.
  func remove(_ path: String) throws(StorageError) {
    guard unlink(path) == 0 else { throw .last(doing: "remove a stored file") }
  }
}

/// What the engine asks about a file.
struct FileStatus {
  let isRegular: Bool
  /// In bytes.
  let size: Int
  /// False once the file's name is gone, while it is still open here.
  let hasName: Bool
  /// When it was last written or read, in seconds since 1970; mounts may round reads to a day.
  let lastUsed: Int

  init(_ status: stat) {
    isRegular = status.st_mode & S_IFMT == S_IFREG
    size = status.st_size
    hasName = status.st_nlink > 0
    lastUsed = max(status.st_mtim.tv_sec, status.st_atim.tv_sec)
  }
}
