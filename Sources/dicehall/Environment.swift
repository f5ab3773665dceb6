import ArgumentParser
import Glibc

/// Settings from environment variables: `DICEHALL_STATE` stands for `--state`.
enum Environment {
  static func text(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  static func setting(_ name: String) -> String? { text("DICEHALL_\(name)") }

  /// - Throws: `ValidationError` if one of these is set but is not a whole number: a typo must not
  ///   silently become the default.
  static func checkNumbers(_ names: String...) throws {
    for name in names {
      guard let text = setting(name), Int(text) == nil else { continue }
      throw ValidationError("DICEHALL_\(name) takes a whole number, not \(text)")
    }
  }

  /// The state folder to use if no option names one.
  static var stateFolder: String {
    if let folder = setting("STATE") { return folder }
    if let folder = text("XDG_STATE_HOME") { return "\(folder)/dicehall" }
    return "\(text("HOME") ?? "/var/lib")/.local/state/dicehall"
  }
}
