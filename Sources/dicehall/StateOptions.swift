import ArgumentParser
import FileStorage
import PostgresStorage
import Storage

/// The options for storing games, and how long; the one place that chooses the engine.
struct StateOptions: ParsableArguments {
  @Option(
    help: """
      Folder for sessions, vaults and the cloud. (default: dicehall in $XDG_STATE_HOME or in \
      ~/.local/state; without a home /var/lib/dicehall/state)
      """)
  private var state: String?

  @OptionGroup var database: StoreOptions

  @Option(parsing: .unconditional, help: "Days after which an unused session ends. (default: 30)")
  private var sessionDays: Int?

  func validate() throws {
    try Environment.check("SESSION_DAYS", sessionDays, in: 1...3650)
    try Files.check(state, of: "--state")
    guard state == nil || database.named == nil else {
      throw ValidationError("use --state or --store, not both")
    }
  }

  /// The store that the operator named, if any.
  ///
  /// The command line takes precedence over the environment, and there a database over a folder.
  var namedStore: Store? {
    if let state { return .folder(state) }
    if let address = database.address { return .database(address) }
    return Environment.setting("STATE").map { .folder($0) }
  }

  /// The store that the operator named, or else the default folder.
  var store: Store { namedStore ?? .folder(Environment.defaultStateFolder) }

  var namedDays: Int? { sessionDays ?? Environment.number("SESSION_DAYS") }

  /// The days after which an unused session ends.
  var days: Int { namedDays ?? 30 }

  /// Returns the storage engine; `report` gets what visitors aren't told.
  ///
  /// - Throws: `Failure` 78 if the database's address can't be read.
  func storage(
    in store: Store, _ saving: SavingOptions? = nil, _ limits: LimitOptions? = nil,
    report: @escaping @Sendable (String) -> Void = printError
  ) throws(Failure) -> any StorageEngine {
    let allowances = limits?.allowances ?? ClientAllowances()
    switch store {
    case .folder(let folder):
      return FileEngine(
        folder: folder, durability: saving?.chosen ?? .process, allowances: allowances,
        report: report)
    case .database(let address): return try database.engine(address, allowances)
    }
  }

  /// Refuses a database whose tables aren't those that this program needs.
  ///
  /// A database that can't be reached may come back.
  ///
  /// - Throws: `Failure` 78.
  func checkTables() throws(Failure) {
    guard case .database(let address) = store,
      let state = try? database.engine(address).schemaState(), let sentence = state.sentence
    else { return }
    throw .misconfigured("\(Store.database(address)): \(sentence)")
  }

  /// Refuses a path that isn't a folder and can't become one by waiting.
  ///
  /// A folder that is missing or can't be reached may come back.
  ///
  /// - Throws: `Failure` 78.
  func checkFolder() throws(Failure) {
    guard case .folder(let folder) = store, Files.isObstructed(folder) else { return }
    throw .misconfigured("--state \(folder): is not a folder")
  }

  /// Returns a hall to copy from or to.
  ///
  /// - Throws: `Failure` 78 if the database's address can't be read.
  static func archive(of store: Store) throws(Failure) -> any HallArchive {
    switch store {
    case .folder(let folder):
      return FileEngine(folder: folder, durability: .process, report: printError).archive
    case .database(let address):
      do throws(StorageError) {
        return PostgresEngine(try DatabaseAddress(address), connections: 1).archive
      } catch {
        throw .misconfigured("\(error)")
      }
    }
  }

  /// Returns the addresses of services connected to a database; none for a folder.
  ///
  /// A service on the database's own machine has an empty address.
  static func services(of store: Store) -> [String] {
    guard case .database(let text) = store, let address = try? DatabaseAddress(text) else {
      return []
    }
    return PostgresEngine(address, connections: 1).connectedBackends()
  }

  /// Returns the store for a folder's path or a database's address.
  static func store(named text: String) -> Store {
    DatabaseAddress.isAddress(text) ? .database(text) : .folder(Files.resolved(text))
  }

  static func describe(database text: String) -> String {
    (try? DatabaseAddress(text).description) ?? "database"
  }
}

extension StoreOptions {
  /// Returns the engine for the database at that address, without connecting to it.
  ///
  /// - Throws: `Failure` 78 if the address can't be read.
  func engine(
    _ address: String, _ allowances: ClientAllowances = ClientAllowances()
  ) throws(Failure) -> PostgresEngine {
    do throws(StorageError) {
      return PostgresEngine(
        try DatabaseAddress(address), connections: limit, allowances: allowances)
    } catch {
      throw .misconfigured("\(error)")
    }
  }
}

struct SavingOptions: ParsableArguments {
  @Option(
    help: """
      What a saved move survives: the death of the process, or a power failure too; a database has \
      settings of its own for that. (default: process)
      """)
  private var durability: Durability?

  fileprivate var chosen: Durability { durability ?? Environment.word("DURABILITY") ?? .process }

  func validate() throws { try Environment.check("DURABILITY", Durability.self) }

  /// Whether each move waits until it is on the disk.
  var waitsForDisk: Bool { chosen == .power }
}

extension Durability: ExpressibleByArgument {}
