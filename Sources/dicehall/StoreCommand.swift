import ArgumentParser
import PostgresStorage
import Storage

/// The command `dicehall store`, which prepares a database and copies halls.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Prepare a database to keep everything in, or copy a hall there and back.",
    subcommands: [Init.self, Migrate.self, Check.self, StoreCopy.self])

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make the tables in a database that has none.")

    @OptionGroup var database: StoreOptions

    func run() throws {
      try database.bringUp { state in
        if case .older = state { state.sentence } else { nil }
      }
    }
  }

  struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Change the tables of an older version to what this program needs.",
      discussion: """
        Older programs refuse to work with the tables then. There is no way back, so make a backup \
        first.
        """)

    @OptionGroup var database: StoreOptions

    func run() throws {
      try database.bringUp { state in state == .missing ? state.sentence : nil }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find out whether everything can be kept in the database.")

    @OptionGroup var database: StoreOptions

    func run() throws {
      let (engine, store) = try database.place()
      try store.reading(engine.check())
      print("ok: \(store)")
    }
  }
}

extension StoreOptions {
  /// Returns the engine that the operator named, and its name.
  fileprivate func place() throws(Failure) -> (engine: PostgresEngine, store: Store) {
    guard let address else {
      throw .badUsage("name the database with --store, such as --store postgres://HOST/DATABASE")
    }
    return (try engine(address), .database(address))
  }

  /// Creates or changes the tables unless `refusal` objects, and reports what was done.
  fileprivate func bringUp(unless refusal: (SchemaState) -> String?) throws(Failure) {
    let (engine, store) = try place()
    do throws(StorageError) {
      if let word = refusal(try engine.schemaState()) {
        throw StorageError.unavailable(word)
      }
      switch try engine.migrateSchema() {
      case .missing: print("made the tables in \(store)")
      case .older(let version): print("changed the tables of version \(version) in \(store)")
      case .current, .newer: print("the tables in \(store) are as they should be")
      }
    } catch {
      throw .cannotWrite(store.sentence(error))
    }
  }
}
