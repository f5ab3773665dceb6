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
  /// The pages that it has.
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
