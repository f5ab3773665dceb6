import Glibc
import Storage

/// A whole state folder, for copying.
///
/// What is damaged in it is left where it is.
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
  /// Whether opening something failed because it is a link, a folder or a socket and no file.
  var meansNoFile: Bool {
    guard case .unavailable(_, let code) = self else { return false }
    return [ELOOP, EISDIR, ENXIO, ENOTDIR].contains(code)
  }

  /// Whether there was nothing to open.
  var meansMissing: Bool {
    guard case .unavailable(_, ENOENT) = self else { return false }
    return true
  }
}
