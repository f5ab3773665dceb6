import ArgumentParser
import FastCGI
import Glibc

/// A service installed on this machine, as its unit starts it.
struct InstalledService: Equatable {
  /// The instance's name: `red` for `dicehall@red`; `nil` for `dicehall` itself.
  private let instance: String?

  /// `dicehall` itself.
  static let usual = InstalledService(instance: nil)

  private init(instance: String?) { self.instance = instance }

  /// Creates the service of a unit such as `dicehall@red.service`; `nil` for other units.
  init?(unit: some StringProtocol) {
    guard unit.hasPrefix("dicehall"), unit.hasSuffix(".service") else { return nil }
    let rest = unit.dropFirst("dicehall".count).dropLast(".service".count)
    guard rest.isEmpty || rest.hasPrefix("@") && rest.count > 1 else { return nil }
    instance = rest.isEmpty ? nil : String(rest.dropFirst())
  }

  /// Creates the service whose unit runs a process, by its name in `/proc`; `nil` if none does.
  init?(process: String) {
    guard let bytes = try? Files.read("/proc/\(process)/cgroup") else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      guard let unit = line.split(separator: "/").last, let found = Self(unit: unit) else {
        continue
      }
      self = found
      return
    }
    return nil
  }

  /// Creates the service with its settings in that file, or `dicehall` itself.
  init(settings file: String) {
    let start = "\(Self.usual.settingsFile)-"
    let name = file.hasPrefix(start) ? file.dropFirst(start.count) : ""
    // A shell reads it.
    let isPlain = !name.isEmpty && !name.contains { $0 == "/" || $0 == "'" }
    instance = isPlain ? String(name) : nil
  }

  /// The name for `systemctl`.
  var name: String { instance.map { "dicehall@\($0)" } ?? "dicehall" }
  private var folderName: String { instance.map { "dicehall-\($0)" } ?? "dicehall" }
  var settingsFile: String { "/etc/default/\(folderName)" }
  /// The folder of additions to its unit.
  var additions: String { "/etc/systemd/system/\(name).service.d" }

  private static var enabled: [InstalledService] {
    let names = try? Files.names(in: "/etc/systemd/system/multi-user.target.wants")
    return names?.sorted().compactMap { InstalledService(unit: $0) } ?? []
  }

  /// Returns the services that should be running beside these.
  ///
  /// They are those that start with the machine, or `dicehall` itself if nothing is running at all.
  static func stopped(beside services: [RunningService]) -> [InstalledService] {
    let stopped = enabled.filter { installed in
      let store = try? installed.settings().store
      return !services.contains {
        $0.installed == installed || $0.store != nil && $0.store == store
      }
    }
    return stopped.isEmpty && services.isEmpty && isThere ? [usual] : stopped
  }

  /// Whether `dicehall` itself is installed.
  private static var isThere: Bool {
    let folders = ["/etc", "/usr/local/lib", "/usr/lib", "/lib"]
    return folders.contains { access("\($0)/systemd/system/dicehall.service", F_OK) == 0 }
  }

  var isDown: Failure { .unreadable("\(name) isn't running; systemctl status \(name) says why") }

  /// The service in which this process runs, or else `dicehall` itself.
  static var current: InstalledService { InstalledService(process: "self") ?? usual }

  /// Whether this process runs in a unit.
  static var isAround: Bool { getenv("INVOCATION_ID") != nil }

  /// Returns where it stores everything, and the days after which an unused session ends.
  /// - Throws: `Failure` 66 if its settings exist but can't be read, 78 if they are wrong.
  func settings() throws(Failure) -> (store: Store, days: Int) {
    let variables = try self.variables(in: settingsFile, over: [:])
    let settings = Environment.$foreign.withValue(variables) {
      Result {
        let options = try StateOptions.parse([])
        return (options.store.resolved, options.days)
      }.mapError { Failure.misconfigured("\(settingsFile): \(StateOptions.message(for: $0))") }
    }
    return try settings.get()
  }

  /// Refuses a place for its metrics that belongs to another service or program.
  /// - Throws: `Failure` 78.
  func checkIsFree(_ place: OperatorPlace) throws(Failure) {
    guard !Self.isAround else { return }
    let services = RunningService.all()
    let users = services.filter { $0.operatorPlace?.resolved == place.resolved }
    let others =
      users.compactMap(\.installed)
      + Self.enabled.filter { other in
        let metrics = (try? other.variables(in: other.settingsFile, over: [:]))?["DICEHALL_METRICS"]
        return metrics.flatMap(OperatorPlace.init)?.resolved == place.resolved
      }
    if let other = others.first(where: { $0 != self }) {
      throw .misconfigured("\(place.option): \(other.name) shows its metrics there")
    }
    // Its own service may already be there.
    guard case .port = place, users.isEmpty, !services.contains(where: \.isHidden) else { return }
    try place.listen().withdraw()
  }

  /// Finds lines in a file of settings that systemd would drop with only a warning.
  /// - Throws: `Failure` 66 if the file can't be read, 78 with the first such line.
  func checkLines(of file: String) throws(Failure) {
    guard file != settingsFile || access(file, F_OK) == 0 else { return }
    let text = String(decoding: try Files.read(file), as: UTF8.self)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = line.trimmingBlanks
      guard let first = line.first, first != "#", first != ";" else { continue }
      let name = Self.setting(in: line)?.name ?? ""
      guard name.isEmpty || name.contains(where: { !$0.isLetter && !$0.isNumber && $0 != "_" })
      else { continue }
      throw .misconfigured("line \(index + 1) isn't NAME=value, so systemd ignores it: \(line)")
    }
  }

  /// Returns the variables of its processes: the file's, on top of this process's or others.
  ///
  /// Inside the unit they are this process's own.
  /// - Throws: `Failure` 66 if the file exists but can't be read.
  func variables(
    in file: String, over others: [String: String] = Environment.variables
  ) throws(Failure) -> [String: String] {
    var variables = others
    if variables["DICEHALL_STATE"] == nil {
      variables["DICEHALL_STATE"] = "/var/lib/\(folderName)/state"
    }
    // systemd reads the file as root, and others may not be allowed to.
    guard !Self.isAround, access(file, F_OK) == 0 else { return variables }
    for line in String(decoding: try Files.read(file), as: UTF8.self).split(separator: "\n") {
      guard let (name, value) = Self.setting(in: line) else { continue }
      variables[name] = value
    }
    return variables
  }

  /// Returns the setting in a line of the file; `nil` for a comment.
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

  /// Whether its unit, with all additions, may use the network; `true` if systemd can't be asked.
  var mayUseNetwork: Bool {
    guard Self.isThere, !Self.isAround else { return true }
    let command =
      "systemctl show -p PrivateNetwork -p RestrictAddressFamilies '\(name).service' 2>/dev/null"
    guard let pipe = popen(command, "r") else { return true }
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, pipe)
    guard pclose(pipe) == 0 else { return true }
    let text = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let name = "RestrictAddressFamilies="
    let families = text.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
    // A tilde comes before what is denied.
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
