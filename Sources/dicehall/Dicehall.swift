import ArgumentParser
import Glibc

/// The program's root command; each subcommand has a file of its own.
struct Dicehall: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dicehall",
    abstract: "Roll dice, play games and make characters in a browser.",
    version: version,
    subcommands: [
      Serve.self, Generate.self, Configure.self, Get.self, Render.self, Roll.self, Odds.self,
      Check.self, StatusCommand.self, Backup.self, Restore.self, Sweep.self, StoreCommand.self,
      CloudCommand.self, LTICommand.self,
    ])

  /// Everything else that names the version takes it from here, or is tested against it.
  static let version = "1.0.0"

  /// Runs the command named by the arguments; a failure prints one line and sets the exit status.
  static func start() {
    do {
      let words = CommandLine.arguments.dropFirst()
      if words.first == "help" { try checkCommand(words.dropFirst()) }
      let serve = words.first == "serve" ? Serve(typed: words.dropFirst()) : nil
      var command: any ParsableCommand = try serve ?? parseAsRoot(words.map(\.withoutThirdDash))
      // What a supervisor has accepted, its workers needn't tell again.
      if Environment.setting("WORKER") == nil { try Environment.checkNames() }
      try command.run()
      // Buffered output may only now hit a full disk.
      guard fflush(nil) == 0 else {
        throw Failure.cannotWrite("standard output: \(systemMessage())")
      }
    } catch let failure as Failure {
      // Results come first, even where both go the same way.
      fflush(nil)
      printError("dicehall: \(Environment.naming(failure.message))")
      Glibc.exit(failure.status)
    } catch let code as ExitCode {
      // Whoever threw it has said why.
      Glibc.exit(code.rawValue)
    } catch {
      let status = exitCode(for: error)
      guard status != .success else { exit(withError: error) }
      printError("dicehall: \(Environment.naming(message(for: error)))")
      Glibc.exit(status.rawValue)
    }
  }

  /// Refuses to explain a command that isn't there, for which the library would print all the others.
  private static func checkCommand(_ names: ArraySlice<String>) throws(Failure) {
    var commands = configuration.subcommands
    for (index, name) in names.enumerated() where !name.hasPrefix("-") && name != "help" {
      guard let command = commands.first(where: { $0._commandName == name }) else {
        let path = names.prefix(index + 1).joined(separator: " ")
        throw .badUsage("there is no command \(path); dicehall help has them all")
      }
      commands = command.configuration.subcommands
    }
  }
}

extension String {
  /// What `withoutThirdDash` changed, as it was typed.
  var withDashes: String {
    let rest = drop { $0 == "\u{2212}" }
    return String(repeating: "-", count: count - rest.count) + rest
  }

  /// An expression may begin with many minus signs, where no option has more than two dashes;
  /// U+2212 stands for them until the options are read.
  fileprivate var withoutThirdDash: String {
    guard hasPrefix("---") else { return self }
    let rest = drop { $0 == "-" }
    return String(repeating: "\u{2212}", count: count - rest.count) + rest
  }
}

/// Why a command failed, with an exit status from sysexits.h.
struct Failure: Error {
  let status: Int32
  /// One line, without the program's name.
  let message: String

  static func badUsage(_ message: String) -> Failure { Failure(status: 64, message: message) }
  static func badData(_ message: String) -> Failure { Failure(status: 65, message: message) }
  static func unreadable(_ message: String) -> Failure { Failure(status: 66, message: message) }
  static func cannotWrite(_ message: String) -> Failure { Failure(status: 73, message: message) }
  static func misconfigured(_ message: String) -> Failure { Failure(status: 78, message: message) }
  static func broken(_ message: String) -> Failure { Failure(status: 70, message: message) }
}

/// Prints a line to standard error, where everything except results goes.
func printError(_ line: String) {
  Files.write(Array("\(line)\n".utf8), to: STDERR_FILENO)
}
