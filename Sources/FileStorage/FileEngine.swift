import Storage

/// The engine for one machine: sessions and vaults are files in folders of their own, the cloud is
/// an SQLite database.
package struct FileEngine: StorageEngine {
  package let sessions: any SessionStorage
  package let vaults: any VaultStorage
  package let cloud: any CloudStorage
  private let folders: [StateFolder]

  /// An engine in that folder; nothing is touched yet.
  ///
  /// `report` hears, in a line for the log, what was found damaged and where it lies now.
  package init(
    folder: String, durability: Durability, report: @escaping @Sendable (String) -> Void
  ) {
    let sessions = StateFolder("\(folder)/sessions", content: "session", report: report)
    let vaults = StateFolder("\(folder)/vault", content: "vault", report: report)
    let cloud = StateFolder("\(folder)/cloud", content: "cloud", report: report)
    self.sessions = SessionFiles(sessions, durability)
    self.vaults = VaultFiles(vaults, durability)
    self.cloud = CloudDatabase(cloud, durability)
    folders = [sessions, vaults, cloud]
  }

  package func prepare() throws(StorageError) {
    for folder in folders { try folder.prepare() }
  }

  package func check() throws(StorageError) {
    for folder in folders {
      let isThere = try folder.isReady()
      if isThere, folder.content == "session" { try sessions.checkSaving() }
    }
  }
}
