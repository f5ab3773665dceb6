import ArgumentParser
import Glibc

/// Settings from the environment: `--state` is also `DICEHALL_STATE`.
enum Environment {
  static func text(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  static func setting(_ name: String) -> String? { text("DICEHALL_\(name)") }

  /// - Throws: `ValidationError` where one of these is set and is no whole number: a slip must not
  ///   become a default.
  static func checkNumbers(_ names: String...) throws {
    for name in names {
      guard let text = setting(name), Int(text) == nil else { continue }
      throw ValidationError("DICEHALL_\(name) takes a whole number, not \(text)")
    }
  }

  /// Where a visitor's games are kept when nobody says otherwise.
  static var stateFolder: String {
    if let folder = setting("STATE") { return folder }
    if let folder = text("XDG_STATE_HOME") { return "\(folder)/dicehall" }
    return "\(text("HOME") ?? "/var/lib")/.local/state/dicehall"
  }
}
