import ArgumentParser
import Glibc

/// Settings from environment variables: `DICEHALL_STATE` stands for `--state`.
enum Environment {
  /// Another process's variables, while its settings are being read.
  @TaskLocal static var foreign: [String: String]?

  static func text(_ name: String) -> String? {
    let value =
      if let foreign { foreign[name] } else { getenv(name).map { String(cString: $0) } }
    return value?.isEmpty == false ? value : nil
  }

  static func setting(_ name: String) -> String? { text("DICEHALL_\(name)") }

  /// - Throws: `ValidationError` if one of these is set but is not a whole number: a typo must not
  ///   silently become the default.
  static func checkNumbers(_ names: String...) throws {
    for name in names {
      guard let text = setting(name), Int(text) == nil else { continue }
      throw ValidationError("DICEHALL_\(name) must be a whole number, not \(text)")
    }
  }

  /// The state folder to use if nobody names one.
  static var usualStateFolder: String {
    if let folder = text("XDG_STATE_HOME") { return "\(folder)/dicehall" }
    return "\(text("HOME") ?? "/var/lib")/.local/state/dicehall"
  }
}
