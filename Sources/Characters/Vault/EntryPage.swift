import Mustache
import Site
import Storage
import Web

/// A page of an entry in the vault, with the moves of its forms.
protocol EntryPage<Entry>: SheetedPage {
  associatedtype Entry: OpenEntry
  static var tab: Entry.Tab { get }
  static var routes: [Route] { get }
  var layout: EntryLayout<Entry> { get }

  init(_ layout: EntryLayout<Entry>, in visit: Visit) throws

  /// Returns the version in its forms, so that a form from a stale page changes nothing.
  static func version(of open: Entry) -> String
  /// Returns the address that a move leads to, below the mount.
  static func address(after open: Entry, in visit: Visit) -> String
  /// Remembers what the entry's next pages need from the form.
  static func remember(_ open: Entry, in visit: Visit, _ state: inout VaultState)
}

extension EntryPage {
  var title: String { layout.title }
  var description: String { Entry.description }
  var isPersonal: Bool { true }

  static func version(of open: Entry) -> String { open.entry.version }
  static func address(after open: Entry, in _: Visit) -> String { open.path + tab.end }
  static func remember(_: Entry, in _: Visit, _: inout VaultState) {}

  init(in visit: Visit, _ problem: Problem? = nil) throws {
    try self.init(EntryLayout(Entry(in: visit), Self.tab, in: visit, problem), in: visit)
  }

  static var path: String { "\(Entry.root)/*\(tab.end)" }

  static var show: Route { .vaultPage(path) { visit in try Self(in: visit) } }

  /// Returns the route of a move, at the page's own address if it has no name; it says what it did.
  static func move(
    _ name: String? = nil,
    _ move: @escaping @Sendable (inout Entry, inout Visit) throws -> String
  ) -> Route {
    .post(path + (name.map { "/\($0)" } ?? "")) { visit in
      try change(&visit) { open, _, visit in try move(&open, &visit) }
    }
  }

  /// Changes the entry if the form was drawn from what the vault still holds.
  ///
  /// If two tabs send forms of the same state, the first changes it; the other gets this page
  /// again, with what was typed and the current entry. `move` returns what it did.
  /// - Throws: `Refusal` if the page can't be shown.
  static func change(
    _ visit: inout Visit,
    _ move: (inout Entry, inout VaultState, inout Visit) throws -> String
  ) throws -> Answer {
    let check = { (open: Entry, _: VaultState, visit: Visit) throws in
      guard visit.form["version"] == version(of: open) else {
        throw Problem(Entry.changedElsewhere, form: visit.form)
      }
    }
    return try act(&visit, if: check) { open, state, visit in
      let news = try move(&open, &state, &visit)
      try visit.replace(open.entry, with: open.bytes, orElse: Entry.changedElsewhere)
      open.tell(in: visit)
      return (news, nil)
    }
  }

  /// Rolls once for each form, as the next page has a new turn.
  ///
  /// `roll` returns the result, and where to show it large, if anywhere.
  static func roll(
    _ visit: inout Visit,
    _ roll: (inout Entry, inout Visit) throws -> (String, VaultState.Result?)
  ) throws -> Answer {
    let check = { (_: Entry, state: VaultState, visit: Visit) throws in
      guard visit.form["turn"] == "\(state.turn)" else {
        let sentence = "Your page was out of date, so nothing was rolled. Press again to roll."
        throw Problem(.init(title: "Nothing was rolled", sentence: sentence))
      }
    }
    return try act(&visit, if: check) { open, state, visit in
      let news = try roll(&open, &visit)
      state.turn += 1
      // What it has caught up with is saved on the way; if that fails, the next move does it.
      if open.bytes != open.entry.bytes, (try? visit.replace(open.entry, with: open.bytes)) != nil {
        open.tell(in: visit)
      }
      return news
    }
  }

  /// Acts if the form passes a check, after finishing an earlier move.
  private static func act(
    _ visit: inout Visit, if check: (Entry, VaultState, Visit) throws -> Void,
    _ move: (inout Entry, inout VaultState, inout Visit) throws -> (String, VaultState.Result?)
  ) throws -> Answer {
    try visit.arrange(showing: { try Self(in: $0, $1) }) { state, visit in
      var open = try Entry(in: visit)
      try check(open, state, visit)
      let earlier = try open.catchUp(in: visit)
      if let earlier {
        // That is finished, whatever becomes of the move.
        state.news = visit.note(earlier)
        state.news?.place = address(after: open, in: visit).page
        visit.session[VaultState.self] = state
      }
      let last = open.lastChange
      let (told, result) = try move(&open, &state, &visit)
      let news = [earlier ?? "", told].filter { !$0.isEmpty }
      state.news = news.isEmpty ? nil : visit.note(news.joined(separator: " "))
      state.news?.result = result
      if open.lastChange != last { state.news?.change = open.lastChange }
      remember(open, in: visit, &state)
      return address(after: open, in: visit) + (result == nil ? "" : "#outcome")
    }
  }
}

extension Visit {
  /// Returns the entry that the address names, which need not be readable.
  /// - Throws: `Refusal` 404 if it isn't there, or `StorageError`.
  func vaultEntry(isParty: Bool = false) throws -> VaultEntry {
    guard let key = vaultKey, let id = EntryID(parameter),
      let entry = try storage.vaults.read(id, of: key), entry.isParty == isParty
    else { throw isParty ? Refusal.noParty : .notInVault }
    return entry
  }

  /// Replaces an entry with a changed character or party.
  /// - Throws: `Problem` if another change came first, with that notice, or storage failed;
  ///   `Refusal` 404.
  func replace(
    _ entry: VaultEntry, with bytes: [UInt8],
    orElse notice: Problem.Notice = OpenCharacter.changedElsewhere
  ) throws {
    guard bytes != entry.bytes else { return }
    guard let key = vaultKey else { throw Refusal.notInVault }
    let isThere: Bool
    do throws(StorageError) {
      isThere = try storage.vaults.replace(
        entry.id, of: key, with: bytes, over: entry.bytes, now: now)
    } catch .changed {
      throw Problem(notice, form: form)
    } catch {
      throw Problem(error, of: "Your vault")
    }
    guard isThere else { throw Refusal.notInVault }
  }
}

extension Form {
  /// Reads a whole number, ignoring blanks around it and commas between thousands.
  func whole(_ field: String) -> Int? {
    let text = (self[field] ?? "").filter { !$0.isWhitespace && $0 != "," }
    guard let number = TypedNumber(text), !number.wasRounded else { return nil }
    return number.number
  }
}

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
