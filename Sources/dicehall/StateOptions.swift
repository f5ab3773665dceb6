import ArgumentParser
import FileStorage
import Logging
import Storage

/// Where visitors' games are kept and for how long; the one place that chooses the engine.
struct StateOptions: ParsableArguments {
  @Option(help: "Folder for sessions, vaults and the cloud.")
  var state: String = Environment.stateFolder

  @Option(help: "Days without use after which a session ends.")
  var sessionDays: Int = Environment.setting("SESSION_DAYS").flatMap(Int.init) ?? 30

  @Option(help: "What a finished save survives: the death of the process or a loss of power.")
  var durability: Durability =
    Environment.setting("DURABILITY").flatMap(Durability.init(argument:)) ?? .process

  func validate() throws {
    try Environment.checkNumbers("SESSION_DAYS")
    if let text = Environment.setting("DURABILITY"), Durability(argument: text) == nil {
      throw ValidationError("DICEHALL_DURABILITY takes process or power, not \(text)")
    }
    guard 1...3650 ~= sessionDays else {
      throw ValidationError("--session-days takes 1 to 3650")
    }
  }

  /// The storage engine; `report` hears what visitors are not told.
  func storage(
    report: @escaping @Sendable (String) -> Void = printError
  ) -> any StorageEngine {
    FileEngine(folder: state, durability: durability, report: report)
  }

  /// The same for a server, whose log hears of all failures.
  func storage(_ logger: Logger) -> any StorageEngine {
    LoggedStorage(storage { logger.error("\($0)") }, logger)
  }

  var idleSeconds: Int { sessionDays * 86_400 }
}

extension Durability: ExpressibleByArgument {
  /// Reads the option's word.
  public init?(argument: String) {
    switch argument {
    case "process": self = .process
    case "power": self = .power
    default: return nil
    }
  }
}
