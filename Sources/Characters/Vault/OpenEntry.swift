import Mustache
import Site
import Storage
import Web

/// An entry of this browser's vault, opened to be shown or changed: a character or a party.
protocol OpenEntry: Sendable {
  associatedtype Tab: EntryTab
  /// The path of the entries' list, below the mount.
  static var root: String { get }
  static var isParty: Bool { get }
  /// A sentence for search engines.
  static var description: String { get }
  /// The notice for a form that was drawn from an older version than the vault holds now.
  static var changedElsewhere: Problem.Notice { get }

  /// - Throws: `StorageError`: `damaged` if the bytes are neither.
  init(_ entry: VaultEntry, in visit: Visit) throws(StorageError)

  var entry: VaultEntry { get }
  /// The bytes to store in the vault.
  var bytes: [UInt8] { get }
  var tabs: [Tab] { get }
  /// The number of the newest change, if it can be undone.
  var lastChange: Int? { get }
  /// A notice that an earlier move is unfinished, if one is.
  var unfinished: String? { get }
  func title(of tab: Tab) -> String

  /// Finishes an unfinished earlier move.
  /// - Returns: a sentence on it.
  /// - Throws: `StorageError` if it still can't be finished.
  mutating func catchUp(in visit: Visit) throws(StorageError) -> String?

  /// Tells others about a move that was saved.
  func tell(in visit: Visit)

  /// Declares the fields that all its pages have on top of every layout's.
  static func declare(_ field: inout Fields<EntryLayout<Self>>)
}

extension OpenEntry {
  var lastChange: Int? { nil }
  var unfinished: String? { nil }
  mutating func catchUp(in visit: Visit) -> String? { nil }
  func tell(in visit: Visit) {}

  /// Opens the entry that the address names.
  /// - Throws: `Refusal` 404 if it isn't in this vault, or `StorageError`.
  init(in visit: Visit) throws {
    try self.init(visit.vaultEntry(isParty: Self.isParty), in: visit)
  }

  /// The path of its pages, below the mount.
  var path: String { "\(Self.root)/\(entry.id.text)" }
}

/// One of an entry's pages; the entry's own address leads to the first case.
protocol EntryTab: RawRepresentable<String>, CaseIterable, Equatable, Sendable {
  var name: String { get }
}

extension EntryTab {
  var name: String { rawValue.asSentence }

  /// The end of the page's path, after the entry's.
  var end: String { self == Self.allCases.first ? "" : "/\(rawValue)" }
}

/// The common layout of an entry's pages, with links to the others and the last move's outcome.
struct EntryLayout<Entry: OpenEntry>: Fielded {
  let open: Entry
  private let tab: Entry.Tab
  /// The session's state.
  let state: VaultState
  var problem: Problem?
  /// The outcome that the page itself computed, instead of the last move's.
  var outcome: String?

  init(_ open: Entry, _ tab: Entry.Tab, in visit: Visit, _ problem: Problem?) {
    self.open = open
    self.tab = tab
    self.problem = problem ?? visit.damage(to: VaultState.self)
    state = visit.vaultState
  }

  /// The path of the page, below the mount.
  var page: String { open.path + tab.end }
  private var news: String? { outcome ?? state.news(on: page) }

  /// The title, after the outcome of the last move.
  var title: String {
    gameTitle(open.title(of: tab), outcome: news ?? open.unfinished, problem: problem)
  }

  static func declare(_ field: inout Fields<EntryLayout>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.problem == nil ? $0.news : $0.problem?.notice?.sentence }
    field("path") { $0.open.path }
    field("version") { $0.open.entry.version }
    field.rows("tabs", { $0.open.tabs }) { tab in
      tab("name") { $0.name }
      tab("link") { $1.open.path + $0.end }
      tab("isHere") { $0 == $1.tab }
    }
    Entry.declare(&field)
  }

  /// Returns what was typed into a field if the form is shown again, or else the value.
  func text(_ field: String, _ value: String) -> String {
    problem?.form?[field]?.shownAgain ?? value
  }

  /// Returns the same for one of several forms; `id` is the value of its field `key`.
  func text(_ field: String, _ value: String, ofForm key: String, _ id: String) -> String {
    problem?.form?[key] == id ? text(field, value) : value
  }

  /// Returns the same for a field that can only show a number; empty for anything else.
  func number(_ field: String, _ value: Int, ofForm key: String, _ id: String) -> String {
    let text = text(field, "\(value)", ofForm: key, id)
    return Int(text) == nil ? "" : text
  }

  func wrong(_ field: String) -> Problem.Faults? { problem?[field] }
}
