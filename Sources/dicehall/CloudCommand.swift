import ArgumentParser
import Site
import Storage
import Web

/// The command `dicehall cloud`, which looks after shared characters.
struct CloudCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cloud",
    abstract: "Look after the characters on Dragon Cloud.",
    discussion: StatePlace.helpOnChanges,
    subcommands: [List.self, Show.self, Delete.self, Block.self, Restore.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List characters, the newest first, and how often each was reported.")

    @Flag(help: "Only those that were reported, the most often reported first.")
    var reported = false

    @Flag(help: "Only those that are blocked.")
    var blocked = false

    @Option(parsing: .unconditional, help: "Characters to list at most, 1 to 10000.")
    var limit = 50

    @Option(help: "The id of the last character listed before, to continue with older ones.")
    var after: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    @OptionGroup var state: StateOptions

    func validate() throws {
      guard 1...10_000 ~= limit else { throw ValidationError("--limit takes 1 to 10000") }
      guard !reported || !blocked else {
        throw ValidationError("use --reported or --blocked, not both")
      }
      guard after == nil || !reported else {
        throw ValidationError("use --after or --reported, not both")
      }
    }

    func run() throws {
      let cloud = try CloudPlace(state)
      let after = try self.after.map(cloudID)
      let choice: CloudChoice = reported ? .reported : blocked ? .blocked : .all
      let entries = try cloud.store.reading(
        cloud.records.entries(choice, limit: limit, after: after))
      guard let entries else {
        throw Failure.unreadable("\(cloud.store): no character ever had the id in --after")
      }
      if json { return try printJSON(.array(entries.map(\.json))) }
      guard !entries.isEmpty else { return print("no characters in \(cloud.store)") }
      print("\("id".padded(36))  reports  status   saved (UTC)       class      level  name")
      for entry in entries { print(entry.line) }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show one character with all that people wrote, blocked or not.")

    @Argument(help: "The character's id.")
    var id: String

    @Flag(help: "Print the result as JSON, with the whole character.")
    var json = false

    @OptionGroup var state: StateOptions

    func run() throws {
      let id = try cloudID(id)
      let cloud = try CloudPlace(state)
      guard let entry = try cloud.store.reading(cloud.records.entry(id)) else {
        throw cloud.missing(id)
      }
      if json { return try printJSON(entry.json(withCharacter: true)) }
      for (name, value) in entry.facts { print("\(name.padded(10))  \(value)") }
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete characters, blocked or not.",
      discussion: "There is no way back; to hide a character from everybody, block it.")

    @OptionGroup var chosen: ChosenCharacters

    func run() throws {
      try chosen.change { (cloud, id) throws(StorageError) in
        try cloud.discard(id) ? "deleted" : nil
      }
    }
  }

  struct Block: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Hide characters from everybody; restore shows them again.",
      discussion: "Nobody can share a character again under the id of a blocked one.")

    @OptionGroup var chosen: ChosenCharacters

    func run() throws {
      try chosen.change { (cloud, id) throws(StorageError) in
        try cloud.block(id).map { $0 ? "blocked" : "was blocked already:" }
      }
    }
  }

  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show blocked characters again, and forget reports of them.",
      discussion: "For a character that isn't blocked, only reports are forgotten.")

    @OptionGroup var chosen: ChosenCharacters

    func run() throws {
      try chosen.change { (cloud, id) throws(StorageError) in
        try cloud.unblock(id).map { $0 ? "restored" : "nothing to restore:" }
      }
    }
  }
}

struct ChosenCharacters: ParsableArguments {
  @Argument(help: "The characters' ids.")
  fileprivate var ids: [String]

  @OptionGroup fileprivate var state: StateOptions

  /// Changes characters one by one and reports what was done.
  ///
  /// `nil` means that there is no such character; earlier changes stay.
  fileprivate func change(
    _ work: (any CloudStorage, CloudID) throws(StorageError) -> String?
  ) throws {
    let ids = try ids.map(cloudID)
    let cloud = try CloudPlace(state)
    for id in ids {
      guard let done = try cloud.store.changing(work(cloud.records, id)) else {
        throw cloud.missing(id)
      }
      print("\(done) \(id.text) in \(cloud.store)")
    }
  }
}

private struct CloudPlace {
  let store: Store
  let records: any CloudStorage

  init(_ state: StateOptions) throws(Failure) {
    let place = try StatePlace.one(of: state)
    store = place.store
    records = try state.storage(in: store).cloud
  }

  func missing(_ id: CloudID) -> Failure {
    .unreadable("there is no character \(id.text) in \(store)")
  }
}

private func cloudID(_ text: String) throws(Failure) -> CloudID {
  guard let id = CloudID(text) else {
    throw .badUsage(
      "a character's id looks like 0F8FAD5B-D9CB-469F-A165-70867728950E, not \(text.forTerminal)")
  }
  return id
}

extension CloudEntry {
  fileprivate var line: String {
    let columns = [
      record.id.text, "\(reports)".padded(7), (isBlocked ? "blocked" : "shown").padded(7),
      record.saved.isoMinute, record.classID.forTerminal.padded(9), level.padded(5),
      record.name.forTerminal,
    ]
    return columns.joined(separator: "  ")
  }

  private var character: JSON? { try? JSON(record.bytes) }

  private var level: String {
    if case .number(let level)? = character?["level"]?.whole { "\(level)" } else { "?" }
  }

  /// The facts by which an operator judges, with all texts that somebody wrote.
  fileprivate var facts: [(name: String, value: String)] {
    let facts = [
      ("id", record.id.text), ("name", record.name.forTerminal),
      ("class", "\(record.classID.forTerminal), level \(level)"),
      ("saved", "\(record.saved.isoMinute) UTC"), ("reports", "\(reports)"),
      ("status", isBlocked ? "blocked" : "shown"), ("page", "/osr/cloud/\(record.id.text)"),
    ]
    let words: [(String, String)] = ["title", "biography", "conditions", "otherThings"].compactMap {
      let texts = character?[$0].map(texts) ?? ""
      return texts.isEmpty ? nil : ($0 == "otherThings" ? "things" : $0, texts)
    }
    return facts + words
  }

  /// Returns every text in a value, in order.
  private func texts(in value: JSON) -> String {
    switch value {
    case .string(let text): text.forTerminal
    case .array(let items): items.map(texts).joined(separator: "; ")
    case .object: value["name"].map(texts) ?? ""
    default: ""
    }
  }

  fileprivate var json: JSON { json(withCharacter: false) }

  fileprivate func json(withCharacter: Bool) -> JSON {
    let facts: JSON = [
      "id": .string(record.id.text), "name": .string(record.name),
      "class": .string(record.classID), "saved": .whole(record.saved),
      "reports": .whole(reports), "isBlocked": .bool(isBlocked),
    ]
    return withCharacter ? facts.adding(["character": character ?? .null]) : facts
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text with `?` in place of anything that could move the cursor or turn the line.
  fileprivate var forTerminal: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
            scalar == "\n" ? " " : "?"
          default: scalar
          }
        }))
  }
}

extension Int {
  /// The number of seconds since 1970 as `2026-11-23 13:05`, UTC.
  fileprivate var isoMinute: String {
    let moment = Moment(seconds: Swift.max(0, self))
    let date = [moment.year, moment.month, moment.dayOfMonth].map(\.twoDigits)
    return "\(date.joined(separator: "-")) \(moment.hour.twoDigits):\(moment.minute.twoDigits)"
  }

  private var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
