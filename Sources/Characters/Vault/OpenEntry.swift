import Mustache
import Site
import Storage
import Web

/// Something in this browser's vault, opened to be shown or changed: a character, or a party.
protocol OpenEntry: Sendable {
  associatedtype Tab: EntryTab
  /// The path of the list that contains it, below the mount.
  static var root: String { get }
  static var isParty: Bool { get }
  /// One sentence for search engines.
  static var description: String { get }
  /// The notice for a form that was drawn from an older version than the vault holds now.
  static var changedElsewhere: Problem.Notice { get }

  /// - Throws: `StorageError`: `damaged` for bytes that are none.
  init(_ entry: VaultEntry, in visit: Visit) throws(StorageError)

  /// As the vault has it.
  var entry: VaultEntry { get }
  /// The bytes to store in the vault.
  var bytes: [UInt8] { get }
  var tabs: [Tab] { get }
  /// The number of the newest change; `nil` if it can't be undone.
  var lastChange: Int? { get }
  /// A notice that an earlier move is unfinished; `nil` if none is.
  var unfinished: String? { get }
  func title(of tab: Tab) -> String

  /// Finishes what an earlier move left undone.
  /// - Returns: what to say of it.
  /// - Throws: `StorageError` if it can't be finished now either.
  mutating func catchUp(in visit: Visit) throws(StorageError) -> String?

  /// Tells others of a move that was saved.
  func tell(in visit: Visit)

  /// Declares what its pages have in common beside the fields of every layout.
  static func declare(_ field: inout Fields<EntryLayout<Self>>)
}

extension OpenEntry {
  var lastChange: Int? { nil }
  var unfinished: String? { nil }
  mutating func catchUp(in visit: Visit) -> String? { nil }
  func tell(in visit: Visit) {}

  /// Opens what the address names.
  /// - Throws: `Refusal` 404 for what is not in this vault, or `StorageError`.
  init(in visit: Visit) throws {
    try self.init(visit.vaultEntry(isParty: Self.isParty), in: visit)
  }

  /// Where its pages are, below the mount.
  var path: String { "\(Self.root)/\(entry.id.text)" }
}

/// One of several pages of the same thing; the first case is where its address leads.
protocol EntryTab: RawRepresentable<String>, CaseIterable, Equatable, Sendable {
  var name: String { get }
}

extension EntryTab {
  var name: String { rawValue.asSentence }

  /// Where it is, from where the thing itself is.
  var end: String { self == Self.allCases.first ? "" : "/\(rawValue)" }
}

/// What all pages of one thing in the vault have in common: the ways to the others, and what came of
/// the last move.
struct EntryLayout<Entry: OpenEntry>: Fielded {
  let open: Entry
  private let tab: Entry.Tab
  /// What the session remembers.
  let state: VaultState
  var problem: Problem?
  /// What the page itself has just worked out, in place of what the last move did.
  var outcome: String?

  init(_ open: Entry, _ tab: Entry.Tab, in visit: Visit, _ problem: Problem?) {
    self.open = open
    self.tab = tab
    self.problem = problem ?? visit.damage(to: VaultState.self)
    state = visit.vaultState
  }

  /// Its address, below the mount.
  var page: String { open.path + tab.end }
  private var news: String? { outcome ?? state.news(on: page) }

  /// The title of the page, with the outcome of the last move first.
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

  /// What was typed into a field, while the form is shown again; else the value.
  func text(_ field: String, _ value: String) -> String {
    problem?.form?[field]?.shownAgain ?? value
  }

  /// The same for one of several forms with such a field; `id` is the value of its field `key`.
  func text(_ field: String, _ value: String, ofForm key: String, _ id: String) -> String {
    problem?.form?[key] == id ? text(field, value) : value
  }

  /// The same for a field that can't show anything but a number; empty for anything else.
  func number(_ field: String, _ value: Int, ofForm key: String, _ id: String) -> String {
    let text = text(field, "\(value)", ofForm: key, id)
    return Int(text) == nil ? "" : text
  }

  func wrong(_ field: String) -> Problem.Faults? { problem?[field] }
}
