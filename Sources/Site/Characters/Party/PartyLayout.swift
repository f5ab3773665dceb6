import Games
import Mustache
import Storage
import Web

/// What all pages of one party have in common: its name, the ways to the others, and what came of the
/// last move.
struct PartyLayout: Fielded {
  let open: OpenParty
  let tab: PartyTab
  let problem: Problem?
  private let news: String?

  /// `outcome`: what the page itself has just worked out, in place of what the last move did.
  init(
    _ open: OpenParty, _ tab: PartyTab, in visit: Visit, _ problem: Problem?,
    outcome: String? = nil
  ) {
    self.open = open
    self.tab = tab
    self.problem = problem ?? visit.damage(to: VaultState.self)
    let news = outcome ?? visit.vaultState.news(about: open.entry.id)
    self.news = open.settling?.sentence ?? news
  }

  /// The title of the page, with the outcome of the last move first.
  var title: String {
    let name = open.party.name.isolated
    return gameTitle(
      tab == .party ? name : "\(tab.name) – \(name)", outcome: news, problem: problem)
  }

  static func declare(_ field: inout Fields<PartyLayout>) {
    field("problem") { $0.problem?.inForm }
    field("notice") { $0.problem == nil ? $0.news : $0.problem?.notice?.sentence }
    field("path") { $0.open.path }
    field("version") { $0.open.entry.version }
    field("name") { $0.open.party.name }
    field("size") { $0.open.party.sizeText }
    field("tabs") { layout in
      PartyTab.allCases.map {
        PageTab(name: $0.name, link: layout.open.path + $0.end, isHere: $0 == layout.tab)
      }
    }
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

  func wrong(_ field: String) -> String? { problem?[field]?.sentence }
}

/// The pages of one party.
enum PartyTab: String, CaseIterable {
  case party, shares, retainers, animals

  var name: String { rawValue.asSentence }
  /// Where it is, from where the party is.
  var end: String { self == .party ? "" : "/\(rawValue)" }
}

/// A page of a party, drawn in the same layout as the others.
protocol PartyFrame: Page {
  var layout: PartyLayout { get }
}

extension PartyFrame {
  var title: String { layout.title }
  var description: String { "A party of this browser’s vault." }
  var section: Section? { .game(CharactersGame.self) }
  var isPersonal: Bool { true }
  var party: Party { layout.open.party }
}

extension Party {
  /// `5 characters and 1 retainer`.
  var sizeText: String {
    let company = [
      VaultWords.count(played.count),
      retainers.isEmpty ? nil : retainers.count.counted("retainer", "retainers"),
      animals.isEmpty ? nil : animals.count.counted("animal", "animals"),
    ]
    return company.compactMap(\.self).listed()
  }
}
