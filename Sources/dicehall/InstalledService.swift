import Glibc

/// The service that is installed on this machine, as its unit starts it.
enum InstalledService {
  /// The file that its settings are in.
  static let settingsFile = "/etc/default/dicehall"
  /// Where its unit keeps everything, unless a setting says otherwise.
  private static let stateFolder = "/var/lib/dicehall/state"

  /// Whether there is one.
  static var isThere: Bool {
    let folders = ["/etc", "/usr/local/lib", "/usr/lib", "/lib"]
    return folders.contains { access("\($0)/systemd/system/dicehall.service", F_OK) == 0 }
  }

  static let isDown = Failure.unreadable(
    "the installed service isn't running; systemctl status dicehall says why")

  /// Whether this process runs in its unit.
  static var isAround: Bool { getenv("INVOCATION_ID") != nil }

  /// Finds lines of a file of settings that systemd would leave out with a mere warning.
  /// - Throws: `Failure` 66 if the file can't be read, 78 with the first of these lines.
  static func checkLines(of file: String) throws(Failure) {
    guard file != settingsFile || access(file, F_OK) == 0 else { return }
    let text = String(decoding: try Files.read(file), as: UTF8.self)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = line.trimmingBlanks
      guard let first = line.first, first != "#", first != ";" else { continue }
      let name = setting(in: line)?.name ?? ""
      guard name.isEmpty || name.contains(where: { !$0.isLetter && !$0.isNumber && $0 != "_" })
      else { continue }
      throw .misconfigured("line \(index + 1) isn’t NAME=value, so systemd ignores it: \(line)")
    }
  }

  /// The variables that its processes get: this process's own, and over them those of the file, unless
  /// this process is one of them.
  /// - Throws: `Failure` 66 if the file is there but can't be read.
  static func variables(in file: String = settingsFile) throws(Failure) -> [String: String] {
    var variables = Environment.variables
    if variables["DICEHALL_STATE"] == nil { variables["DICEHALL_STATE"] = stateFolder }
    // systemd reads the file as root, who may be the only one allowed to.
    guard !isAround, access(file, F_OK) == 0 else { return variables }
    for line in String(decoding: try Files.read(file), as: UTF8.self).split(separator: "\n") {
      guard let (name, value) = setting(in: line) else { continue }
      variables[name] = value
    }
    return variables
  }

  /// The setting in a line of the file; `nil` for a comment.
  ///
  /// Source: systemd.exec(5), `EnvironmentFile=`.
  static func setting(in line: Substring) -> (name: String, value: String)? {
    let line = line.trimmingBlanks
    guard let first = line.first, first != "#", first != ";", let equals = line.firstIndex(of: "=")
    else { return nil }
    var value = line[line.index(after: equals)...].trimmingBlanks
    if let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote
    {
      value = value.dropFirst().dropLast()
    }
    return (String(line[..<equals].trimmingBlanks), String(value))
  }

  /// Whether its unit may use the network, with everything that was added to it; `true` if there is
  /// no systemd to ask.
  static var mayUseNetwork: Bool {
    guard isThere, !isAround else { return true }
    let command = "systemctl show -p PrivateNetwork -p RestrictAddressFamilies dicehall 2>/dev/null"
    guard let pipe = popen(command, "r") else { return true }
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, pipe)
    guard pclose(pipe) == 0 else { return true }
    let text = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let name = "RestrictAddressFamilies="
    let families = text.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
    // After a tilde stands what is denied.
    let isDenied = families.map { $0.hasPrefix("~") == $0.contains("AF_INET") } ?? false
    return !isDenied && !text.contains("PrivateNetwork=yes")
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var rest = drop { $0.isWhitespace }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
