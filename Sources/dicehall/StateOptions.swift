import ArgumentParser
import FileStorage
import Storage

/// Where visitors' games are kept and for how long; the one place that chooses the engine.
struct StateOptions: ParsableArguments {
  @Option(
    help: """
      Folder for sessions, vaults and the cloud. (default: dicehall in $XDG_STATE_HOME or in \
      ~/.local/state)
      """)
  private var state: String?

  @Option(help: "Days after which an unused session ends. (default: 30)")
  private var sessionDays: Int?

  func validate() throws {
    try Environment.checkNumbers("SESSION_DAYS")
    guard 1...3650 ~= days else { throw ValidationError("--session-days takes 1 to 3650") }
  }

  /// The folder that the operator named, if any.
  var namedFolder: String? { state ?? Environment.setting("STATE") }

  /// The folder that the operator named, or else the usual one.
  var folder: String { namedFolder ?? Environment.usualStateFolder }

  /// The days that the operator named, if any.
  var namedDays: Int? { sessionDays ?? Environment.setting("SESSION_DAYS").flatMap(Int.init) }

  /// Days after which an unused session ends.
  var days: Int { namedDays ?? 30 }

  /// The storage engine in a folder; `report` hears what visitors are not told.
  func storage(
    at folder: String, _ saving: SavingOptions? = nil,
    report: @escaping @Sendable (String) -> Void = printError
  ) -> any StorageEngine {
    FileEngine(folder: folder, durability: saving?.durability ?? .process, report: report)
  }
}

/// How a server saves.
struct SavingOptions: ParsableArguments {
  @Option(help: "What a saved move survives: the death of the process, or a power failure too.")
  fileprivate var durability: Durability =
    Environment.setting("DURABILITY").flatMap(Durability.init(argument:)) ?? .process

  func validate() throws {
    if let text = Environment.setting("DURABILITY"), Durability(argument: text) == nil {
      throw ValidationError("DICEHALL_DURABILITY must be process or power, not \(text)")
    }
  }
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
