import ArgumentParser

/// The options for a database that stores everything.
struct StoreOptions: ParsableArguments {
  @Option(
    help: """
      Database to keep everything in, instead of a folder, for several backends: postgres://… or a \
      connection string such as service=hall. A password belongs in libpq's password file. The \
      variable DICEHALL_STORE says the same to every command.
      """)
  private var store: String?

  @Option(
    parsing: .unconditional,
    help: "Connections to the database that each process opens at most. (default: 8)")
  private var connections: Int?

  func validate() throws {
    try Environment.check("CONNECTIONS", connections, in: 1...1000)
    guard store != "" else {
      throw ValidationError("--store takes an address, and this one is empty")
    }
  }

  /// The address on the command line, if any.
  var named: String? { store }

  /// The address that the operator gave anywhere, if any.
  var address: String? { store ?? Environment.setting("STORE") }

  /// The most connections that each process opens.
  var limit: Int { connections ?? Environment.number("CONNECTIONS") ?? 8 }
}
