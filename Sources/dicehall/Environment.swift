import ArgumentParser
import Glibc

/// Settings from environment variables: `DICEHALL_STATE` stands for `--state`.
enum Environment {
  private static let prefix = "DICEHALL_"

  /// All settings; `WORKER` is the supervisor's, for its workers.
  static let settings: Set = [
    "BASE_PATH", "CLOUD", "CLOUD_SAVES_PER_HOUR", "CONNECTIONS", "DURABILITY", "FRAME_ANCESTORS",
    "FRAME_READING", "HOME", "LISTEN", "LOG", "LOG_LEVEL", "MAX_SESSIONS", "MAX_SESSION_BYTES",
    "METRICS", "ODDS_PER_MINUTE", "POSTS_PER_MINUTE", "PUBLIC_URL", "REQUEST_TIMEOUT",
    "ROOMS_PER_DAY", "SESSIONS_PER_HOUR", "SESSION_DAYS", "SLOW_MS", "SOCKET", "SOCKET_MODE",
    "STATE", "STORE", "THREADS", "TRUSTED_PROXY", "TRUST_NETWORK", "VAULTS_PER_HOUR", "WEB_SERVER",
    "WORKER", "WORKERS", "WRONG_CODES_PER_MINUTE",
  ]

  /// The variables of another process while its settings are read.
  @TaskLocal static var foreign: [String: String]?

  static func text(_ name: String) -> String? {
    let value = if let foreign { foreign[name] } else { getenv(name).map { String(cString: $0) } }
    return value?.isEmpty == false ? value : nil
  }

  static func setting(_ name: String) -> String? {
    precondition(settings.contains(name), "DICEHALL_\(name) is missing among the settings")
    return text(prefix + name)
  }

  /// Returns a setting that is a whole number.
  static func number(_ name: String) -> Int? { setting(name).flatMap(Int.init) }

  /// Returns a setting that is one of some words.
  static func word<Word: RawRepresentable<String>>(_ name: String) -> Word? {
    setting(name).flatMap(Word.init)
  }

  /// Returns the option for a setting.
  static func option(_ name: String) -> String {
    "--" + name.lowercased().replacing("_", with: "-")
  }

  /// Reports unknown settings, so that a typo doesn't silently become the default.
  /// - Throws: `Failure` 64 if a setting's name is similar.
  static func checkNames() throws(Failure) {
    for name in names() where !settings.contains(name) {
      guard let meant = settings.nearest(to: name) else {
        // It may be for another version of the program.
        printError("dicehall: \(prefix)\(name) isn't a setting, and is ignored")
        continue
      }
      throw .badUsage("\(prefix)\(name) isn't a setting; did you mean \(prefix)\(meant)?")
    }
  }

  /// Returns a message with the variable's name for an option that only the environment has.
  static func naming(_ message: String, arguments: [String] = CommandLine.arguments) -> String {
    let option = message.prefix { $0 != " " }
    guard option.hasPrefix("--") else { return message }
    let name = option.dropFirst(2).uppercased().replacing("-", with: "_")
    let isTyped = arguments.contains { $0 == option || $0.hasPrefix("\(option)=") }
    guard !isTyped, settings.contains(name), setting(name) != nil else { return message }
    return prefix + name + message.dropFirst(option.count)
  }

  /// The variables of this process, or of another whose settings are read.
  static var variables: [String: String] {
    if let foreign { return foreign }
    var variables: [String: String] = [:]
    var next = environ
    while let text = next.pointee {
      next += 1
      guard let sign = strchr(text, Int32(UInt8(ascii: "="))) else { continue }
      let name = UnsafeRawBufferPointer(start: text, count: sign - text)
      variables[String(decoding: name, as: UTF8.self)] = String(cString: sign + 1)
    }
    return variables
  }

  /// Returns the names of the settings among them, without the prefix.
  private static func names() -> [String] {
    variables.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      .sorted()
  }

  /// - Throws: `ValidationError` if it is set but isn't a whole number, or if the typed number, or else
  ///   the one that is set, is outside the limits.
  static func check(_ name: String, _ typed: Int?, in limits: ClosedRange<Int>? = nil) throws {
    if let text = setting(name), Int(text) == nil {
      throw ValidationError("\(prefix)\(name) must be a whole number, not \(text)")
    }
    guard let limits, let number = typed ?? number(name), !(limits ~= number) else { return }
    throw ValidationError("\(option(name)) takes \(limits.lowerBound) to \(limits.upperBound)")
  }

  /// - Throws: `ValidationError` if it is set but isn't one of the words.
  static func check<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, _: Word.Type
  ) throws {
    guard let text = setting(name), Word(rawValue: text) == nil else { return }
    let words = Word.allCases.map(\.rawValue)
    throw ValidationError(
      "\(prefix)\(name) must be one of \(words.joined(separator: ", ")), not \(text)")
  }

  static var defaultStateFolder: String {
    if let folder = text("XDG_STATE_HOME") { return "\(folder)/dicehall" }
    // A web server may start programs without a home; the units keep everything here.
    return text("HOME").map { "\($0)/.local/state/dicehall" } ?? "/var/lib/dicehall/state"
  }
}
