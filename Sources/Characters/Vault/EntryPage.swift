import Site
import Storage
import Web

/// A page of something in the vault, with the moves whose forms are on it.
protocol EntryPage<Entry>: SheetedPage {
  associatedtype Entry: OpenEntry
  static var tab: Entry.Tab { get }
  static var routes: [Route] { get }
  var layout: EntryLayout<Entry> { get }

  init(_ layout: EntryLayout<Entry>, in visit: Visit) throws

  /// What its forms carry, so that one from a stale page changes nothing.
  static func version(of open: Entry) -> String
  /// Where a move leads, below the mount.
  static func address(after open: Entry, in visit: Visit) -> String
  /// Keeps what the next pages of the entry are to know of the form.
  static func remember(_ open: Entry, in visit: Visit, _ state: inout VaultState)
}

extension EntryPage {
  var title: String { layout.title }
  var description: String { Entry.description }
  var section: Section? { .game(CharactersGame.self) }
  var isPersonal: Bool { true }

  static func version(of open: Entry) -> String { open.entry.version }
  static func address(after open: Entry, in _: Visit) -> String { open.path + tab.end }
  static func remember(_: Entry, in _: Visit, _: inout VaultState) {}

  init(in visit: Visit, _ problem: Problem? = nil) throws {
    try self.init(EntryLayout(Entry(in: visit), Self.tab, in: visit, problem), in: visit)
  }

  static var path: String { "\(Entry.root)/*\(tab.end)" }

  static var show: Route { .vaultPage(path) { visit in try Self(in: visit) } }

  /// The route of a move, which tells what it did; without a name it has the page's own address.
  static func move(
    _ name: String? = nil,
    _ move: @escaping @Sendable (inout Entry, inout Visit) throws -> String
  ) -> Route {
    .post(path + (name.map { "/\($0)" } ?? "")) { visit in
      try change(&visit) { open, _, visit in try move(&open, &visit) }
    }
  }

  /// Changes the entry if the form was drawn from just what the vault still holds.
  ///
  /// Of two tabs that send forms drawn from the same state, the first changes it; the other gets this
  /// page again, with all that was typed and how the entry is now. `move` tells what it did.
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

  /// Rolls once for each form: the page that is drawn next has another turn.
  ///
  /// `roll` returns the result, and where on the page to show it large, if anywhere.
  static func roll(
    _ visit: inout Visit,
    _ roll: (inout Entry, inout Visit) throws -> (String, VaultState.Result?)
  ) throws -> Answer {
    let check = { (_: Entry, state: VaultState, visit: Visit) throws in
      guard visit.form["turn"] == "\(state.turn)" else { throw Problem(.rolledAlready) }
    }
    return try act(&visit, if: check) { open, state, visit in
      let news = try roll(&open, &visit)
      state.turn += 1
      // What it has caught up with is saved on the way; if it can't be, the next move does that.
      if open.bytes != open.entry.bytes, (try? visit.replace(open.entry, with: open.bytes)) != nil {
        open.tell(in: visit)
      }
      return news
    }
  }

  /// Acts if the form passes a check, after what an earlier move could not finish.
  private static func act(
    _ visit: inout Visit, if check: (Entry, VaultState, Visit) throws -> Void,
    _ move: (inout Entry, inout VaultState, inout Visit) throws -> (String, VaultState.Result?)
  ) throws -> Answer {
    try visit.arrange(showing: { try Self(in: $0, $1) }) { state, visit in
      var open = try Entry(in: visit)
      try check(open, state, visit)
      let earlier = try open.catchUp(in: visit)
      if let earlier {
        // That is done, whatever becomes of the move.
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
  /// What the address names in the browser's vault, which need not be readable.
  /// - Throws: `Refusal` 404 for what is not there, or `StorageError`.
  func vaultEntry(isParty: Bool = false) throws -> VaultEntry {
    guard let key = vaultKey, let id = EntryID(parameter),
      let entry = try storage.vaults.read(id, of: key), entry.isParty == isParty
    else { throw isParty ? Refusal.noParty : .notInVault }
    return entry
  }

  /// Puts a changed character or party in its old place.
  /// - Throws: `Problem` if somebody was faster, with that notice, or storage failed; `Refusal` 404.
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

extension Problem.Notice {
  static let rolledAlready = Problem.Notice(
    title: "Nothing was rolled",
    sentence: "Your page was out of date, so nothing was rolled. Press again to roll.")
}

extension Form {
  /// A whole number that was typed; blanks around it and commas between thousands don't matter.
  func whole(_ field: String) -> Int? {
    let text = (self[field] ?? "").filter { !$0.isWhitespace && $0 != "," }
    guard let number = TypedNumber(text), !number.wasRounded else { return nil }
    return number.number
  }
}
