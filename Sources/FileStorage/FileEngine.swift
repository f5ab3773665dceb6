import Storage

/// The storage engine for a single machine.
///
/// Sessions, vaults and rooms are files in separate folders, and the cloud is an SQLite database.
package struct FileEngine: StorageEngine {
  package let sessions: any SessionStorage
  package let vaults: any VaultStorage
  package let cloud: any CloudStorage
  package let rooms: any RoomStorage
  /// The archive of everything that the engine stores.
  package let archive: any HallArchive
  private let folders: [StateFolder]

  /// Sets up an engine in that folder without touching the disk.
  ///
  /// `allowances` limits what one client may do, and `patience` is how long to wait for another's
  /// lock. `report` gets a log line for each damaged file, with its new name.
  package init(
    folder: String, durability: Durability, allowances: ClientAllowances = ClientAllowances(),
    patience: Duration = .seconds(2), report: @escaping @Sendable (String) -> Void
  ) {
    let sessions = StateFolder("\(folder)/sessions", report: report)
    let vaults = StateFolder("\(folder)/vault", report: report)
    let cloud = StateFolder("\(folder)/cloud", report: report)
    let rooms = StateFolder("\(folder)/rooms", report: report)
    self.sessions = SessionFiles(sessions, durability, patience: patience)
    self.vaults = VaultFiles(vaults, durability, patience: patience)
    self.cloud = CloudDatabase(
      cloud, durability, patience: patience, allowance: allowances.newRecords)
    self.rooms = RoomFiles(
      rooms, durability, patience: patience, openingsPerDay: allowances.roomsPerDay)
    folders = [sessions, vaults, cloud, rooms]
    archive = FileArchive(
      folder: folder, sessions: sessions, vaults: vaults, cloud: cloud, rooms: rooms)
  }

  package func prepare() throws(StorageError) {
    for folder in folders { try folder.prepare() }
  }

  package func check() throws(StorageError) {
    for folder in folders { try folder.checkUse() }
    try sessions.checkSaving()
  }
}

/// A kind of failure that a finished save survives.
package enum Durability: String, CaseIterable, Sendable {
  /// Saves survive a crash or kill of the process.
  case process
  /// Saves also survive a power failure, but each waits for the disk.
  case power
}
