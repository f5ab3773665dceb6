import ArgumentParser
@preconcurrency import Glibc

/// The program's root command; each subcommand has its own file.
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

  /// The version, with which everything else that names it is compared by tests.
  static let version = "1.0.0"

  /// Runs the command named by the arguments; a failure prints one line and sets the exit status.
  static func start() {
    do {
      let words = CommandLine.arguments.dropFirst()
      if words.first == "help" { try checkCommand(words.dropFirst()) }
      let serve = words.first == "serve" ? Serve(typed: words.dropFirst()) : nil
      var command: any ParsableCommand = try serve ?? parseAsRoot(words.map(\.withoutThirdDash))
      // Workers needn't repeat what their supervisor has accepted.
      if Environment.setting("WORKER") == nil { try Environment.checkNames() }
      try command.run()
      // Buffered output may fail only now; some of it may have failed before.
      guard fflush(nil) == 0, ferror(stdout) == 0 else {
        throw Failure.cannotWrite(at: "standard output")
      }
    } catch let failure as Failure {
      // Results come first, even if both go to the same place.
      fflush(nil)
      printError("dicehall: \(Environment.naming(failure.message))")
      Glibc.exit(failure.status)
    } catch let code as ExitCode {
      // The reason has already been printed.
      Glibc.exit(code.rawValue)
    } catch {
      let status = exitCode(for: error)
      guard status != .success else { exit(withError: error) }
      printError("dicehall: \(Environment.naming(message(for: error)))")
      Glibc.exit(status.rawValue)
    }
  }

  /// Refuses to explain an unknown command, for which the library would list all others.
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
  /// The text as typed, with the dashes that `withoutThirdDash` replaced.
  var withDashes: String {
    let rest = drop { $0 == "\u{2212}" }
    return String(repeating: "-", count: count - rest.count) + rest
  }

  /// The text with U+2212 for minus signs until the options are read.
  ///
  /// An expression may begin with several minus signs, whereas options have at most two dashes.
  fileprivate var withoutThirdDash: String {
    guard hasPrefix("---") else { return self }
    let rest = drop { $0 == "-" }
    return String(repeating: "\u{2212}", count: count - rest.count) + rest
  }
}

/// A failed command, with an exit status from sysexits.h.
struct Failure: Error {
  let status: Int32
  /// The message in one line, without the program's name.
  let message: String

  static func badUsage(_ message: String) -> Failure { Failure(status: 64, message: message) }
  static func badData(_ message: String) -> Failure { Failure(status: 65, message: message) }
  static func unreadable(_ message: String) -> Failure { Failure(status: 66, message: message) }
  static func cannotWrite(_ message: String) -> Failure { Failure(status: 73, message: message) }
  static func misconfigured(_ message: String) -> Failure { Failure(status: 78, message: message) }
  static func broken(_ message: String) -> Failure { Failure(status: 70, message: message) }

  /// Returns the failure of the last system call, which read this file.
  static func unreadable(at path: String) -> Failure { unreadable("\(path): \(systemMessage())") }

  /// Returns the failure of the last system call, which wrote this file.
  static func cannotWrite(at path: String) -> Failure { cannotWrite("\(path): \(systemMessage())") }
}

/// Prints a line to standard error, where everything except results goes.
func printError(_ line: String) { Files.write(Array("\(line)\n".utf8), to: STDERR_FILENO) }
