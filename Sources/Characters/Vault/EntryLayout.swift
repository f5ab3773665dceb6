import Mustache
import Site
import Storage
import Web

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
