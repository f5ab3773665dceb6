import Glibc
import Storage

/// An archive of a whole state folder.
///
/// Damaged files stay where they are.
struct FileArchive: HallArchive {
  let sessions: any PieceArchive<SessionPiece>
  let vaults: any PieceArchive<VaultPiece>
  let cloud: any PieceArchive<CloudPiece>
  let rooms: any RoomArchive
  private let folder: String
  private let folders: [StateFolder]

  init(
    folder: String, sessions: StateFolder, vaults: StateFolder, cloud: StateFolder,
    rooms: StateFolder
  ) {
    self.folder = folder
    folders = [sessions, vaults, cloud, rooms]
    self.sessions = SessionFileArchive(folder: sessions)
    self.vaults = VaultFileArchive(folder: vaults)
    // `flush` waits for the disk once, at the end.
    self.cloud = CloudFileArchive(
      file: CloudFile(cloud, .process, patience: .seconds(2), putsAside: false))
    self.rooms = RoomFileArchive(files: RoomFiles(rooms, .process))
  }

  func checkReading() throws(StorageError) {
    for folder in folders { try folder.check() }
  }

  func prepareWriting() throws(StorageError) {
    for folder in folders { try folder.prepare() }
  }

  private var markPath: String { "\(folder)/copying" }

  func mark() throws(StorageError) -> Int? {
    do throws(StorageError) {
      let bytes = try OpenFile(markPath, O_RDONLY).read(20, at: 0)
      return Int(String(decoding: bytes, as: UTF8.self))
    } catch .unavailable(_, ENOENT) {
      return nil
    }
  }

  func leaveMark(_ number: Int?) throws(StorageError) {
    guard let number else {
      _ = unlink(markPath)
      return
    }
    try OpenFile(markPath, O_WRONLY | O_CREAT | O_TRUNC).write(Array("\(number)".utf8), at: 0)
  }

  func flush() { sync() }
}

extension StorageError {
  /// Whether opening failed because a link, a folder or a socket isn't a file.
  var meansNoFile: Bool {
    guard case .unavailable(_, let code) = self else { return false }
    return [ELOOP, EISDIR, ENXIO, ENOTDIR].contains(code)
  }

  /// Whether opening failed because nothing was there.
  var meansMissing: Bool {
    guard case .unavailable(_, ENOENT) = self else { return false }
    return true
  }
}

struct SessionFileArchive: PieceArchive {
  let folder: StateFolder

  var place: String { folder.path }

  func place(of name: StoredName) -> String { folder.path(of: name.text) }

  func names(from slice: Int) throws(StorageError) -> NamePage<StoredName> {
    NamePage(names: try folder.hashes(slice: slice), slice: slice)
  }

  func read(_ names: [StoredName]) throws(StorageError) -> PieceBatch<SessionPiece> {
    var batch = PieceBatch<SessionPiece>()
    for name in names {
      do throws(StorageError) {
        batch.found[name] = try read(name)
      } catch {
        guard error == .damaged || error.meansNoFile else { throw error }
        batch.damaged.insert(name)
      }
    }
    return batch
  }

  private func read(_ name: StoredName) throws(StorageError) -> SessionPiece? {
    do throws(StorageError) {
      let file = try OpenFile(unseen: place(of: name))
      let status = try file.status()
      guard status.isRegular else { throw .damaged }
      var newest = try file.newestSlot(isLocked: false)
      if newest == nil {
        // Somebody is saving, or a slot is damaged; locking shows which.
        try file.lock(patience: .seconds(2))
        newest = try file.newestSlot(isLocked: true)
      }
      guard let slot = newest?.slot else { throw .damaged }
      return SessionPiece(
        name: name, revision: slot.revision, used: status.lastUsed, bytes: slot.payload)
    } catch .unavailable(_, ENOENT) {
      return nil
    }
  }

  func put(_ pieces: [SessionPiece]) throws(StorageError) {
    for piece in pieces {
      let slot = SessionSlot(revision: piece.revision, index: 0, payload: piece.bytes)
      try folder.put(try slot.encoded(), as: piece.name, moment: piece.used)
    }
  }
}
