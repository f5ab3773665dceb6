import Web

/// A service's status as sent to its operator.
struct StatusReport {
  /// The address of the report, and its media type.
  static let (path, type) = ("/status", "text/plain; charset=utf-8")
  static let (jsonPath, jsonType) = ("/status.json", "application/json")
  /// The name of the number of waiting connections, which is null if the system doesn't tell it.
  static let waiting = "waiting"

  let json: JSON

  init(json: JSON) { self.json = json }

  /// - Returns: `nil` for bytes that aren't a report.
  init?(_ bytes: [UInt8]) {
    var limits = JSON.Limits()
    limits.bytes = bytes.count
    guard let json = try? JSON(bytes, limits: limits), json["version"] != nil else { return nil }
    self.json = json
  }

  /// Returns the report with a number of waiting connections, unless the service counted them.
  func waiting(_ count: Int?) -> StatusReport {
    guard let count, json[StatusReport.waiting] == .null, case .object(let members) = json else {
      return self
    }
    return StatusReport(
      json: .object(
        members.map {
          $0.name == StatusReport.waiting ? .init(name: $0.name, value: .integer(count)) : $0
        }))
  }

  /// Returns the report line by line; `hidden` replaces a number that the system doesn't tell.
  func text(hidden: String) -> String {
    let requests: [JSON] = if case .array(let items) = json["requests"] { items } else { [] }
    let facts = [
      ("Dicehall \(word("version"))", "for \(StatusReport.time(json["seconds"]))"),
      ("socket", word("socket")),
      ("workers", "\(word("workers")), with \(word("threads")) threads each"),
      ("answered", "\(word("answered")) requests, lately \(word("perSecond")) a second"),
      ("sessions", json["sessions"] == .null ? nil : word("sessions")),
      (
        "connections waiting",
        json[StatusReport.waiting] == .null ? hidden : word(StatusReport.waiting)
      ),
      ("being answered", "\(requests.count)"),
    ]
    let lines = facts.compactMap { name, value in
      value.map { name + String(repeating: " ", count: max(1, 21 - name.count)) + $0 }
    }
    let ages = requests.map { "\(StatusReport.seconds($0["ms"])) s" }
    let width = ages.map(\.count).max() ?? 0
    let answers = zip(ages, requests).map { age, request in
      String(repeating: " ", count: 2 + width - age.count) + age
        + "  \(StatusReport.word(request["route"]))"
    }
    return (lines + answers).map { $0 + "\n" }.joined()
  }

  private func word(_ name: String) -> String { StatusReport.word(json[name]) }

  /// Returns a text or a number without control characters for a terminal.
  private static func word(_ json: JSON?) -> String {
    switch json {
    case .string(let text), .number(let text): text.filter { !$0.isASCII || $0.isPrintable }
    default: "?"
    }
  }

  /// Returns seconds in the largest unit of which there are at least two.
  private static func time(_ seconds: JSON?) -> String {
    guard case .number(let seconds) = seconds?.whole else { return "?" }
    let units = [(86_400, "days"), (3600, "h"), (60, "min")]
    guard let (length, unit) = units.first(where: { seconds >= 2 * $0.0 }) else {
      return "\(seconds) s"
    }
    return "\(seconds / length) \(unit)"
  }

  /// Returns milliseconds as seconds: `0.250`.
  private static func seconds(_ age: JSON?) -> String {
    guard case .number(let age) = age?.whole else { return "?" }
    return "\(age / 1000).\(String(1000 + age % 1000).dropFirst())"
  }
}

extension Character {
  /// Whether an ASCII character is visible.
  fileprivate var isPrintable: Bool { (asciiValue ?? 0) >= 0x20 && self != "\u{7F}" }
}

extension JSON {
  static func integer(_ number: some BinaryInteger) -> JSON { .number("\(number)") }
}
