import Site
import Storage

/// A session's memory of its visitor's moves in the vault, which is stored elsewhere.
///
/// Everything but the opponent and the table is shown for a while and then forgotten, without loss
/// to the vault.
struct VaultState: Equatable, MovedPart {
  static let tag: UInt8 = 5
  /// The seconds for which the page says what happened.
  static let newsSeconds = 120
  /// The seconds for which the link that deletes from the cloud is shown.
  static let linkSeconds = 3_600
  /// The most deletion links, enough for two whole parties.
  private static let mostLinks = 32

  /// A text that is shown for a while.
  struct Note: Equatable {
    let text: String
    /// The time in seconds since 1970, UTC.
    let at: Int
    /// The page that shows it, by the ID of an entry or by an address.
    var place = ""
    /// The number of the change that it reports, which one press undoes.
    var change: Int?
    /// The roll that it reports, if it is one.
    var result: Result?
  }

  /// The result of a roll on a page.
  struct Result: Equatable {
    /// The ID of the roll.
    let row: String
    /// The text shown large.
    let words: String
  }

  /// The result of the last move.
  var news: Note?
  var code: Note?
  /// The links that delete what was last put on the cloud: a character, or those of a party.
  var links: [Note] = []
  /// The character's last opponent, as in an address.
  var foe: Note?
  /// The code of the table for which a character is made, until one is brought somewhere.
  var table = ""
  /// The number of rolls in play, so that one form rolls once.
  var turn = 0

  init() {}

  /// Returns the sentence for the page with this address, below the mount.
  func news(on page: String) -> String? { note(on: page)?.text }

  /// Returns the notice for that page: a problem's own replaces the news.
  func notice(on page: String, beside problem: Problem?) -> String? {
    problem == nil ? news(on: page) : problem?.notice?.sentence
  }

  func note(on page: String) -> Note? { news?.place == page ? news : nil }

  /// Returns the state at a later time, without what is no longer shown.
  func at(_ now: Int) -> VaultState {
    var state = self
    if let news, now - news.at > VaultState.newsSeconds { state.news = nil }
    if let code, now - code.at > StorageLimits.codeSeconds { state.code = nil }
    state.links.removeAll { now - $0.at > VaultState.linkSeconds }
    return state
  }

  /// Returns the notice that the vault, which detects old forms itself, is untouched.
  static func notice(of expiry: FormExpiry) -> Problem.Notice {
    Problem.Notice(
      title: "Nothing was changed",
      sentence: """
        Nothing was changed. We couldn’t read our notes on your visit, so we put them aside. Your \
        vault hasn’t changed.
        """)
  }

  func pack(into packer: inout Packer) {
    // Tag 1 was what can be restored, which the vault itself knows.
    if let news { packer.put(2, news) }
    if let code { packer.put(3, code) }
    for link in links.prefix(VaultState.mostLinks) { packer.put(4, link) }
    if turn > 0 { packer.put(5, turn) }
    if let foe { packer.put(6, foe) }
    if !table.isEmpty { packer.put(7, table) }
  }

  init?(_ fields: PackedFields) {
    guard let news: [Note] = fields.values(2), let code: [Note] = fields.values(3),
      let links: [Note] = fields.values(4), let foe: [Note] = fields.values(6)
    else { return nil }
    self.news = news.first
    self.code = code.first
    self.links = Array(links.prefix(VaultState.mostLinks))
    turn = max(0, fields.number(5) ?? 0)
    self.foe = foe.first
    table = fields.text(7) ?? ""
  }
}

extension VaultState.Note: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, text)
    packer.put(2, at)
    packer.put(3, place)
    if let change { packer.put(4, change) }
    if let result {
      packer.put(5, result.row)
      packer.put(6, result.words)
    }
  }

  init?(_ fields: PackedFields) {
    guard let text = fields.text(1), let at = fields.number(2), let place = fields.text(3) else {
      return nil
    }
    self.init(text: text, at: at, place: place, change: fields.number(4))
    if let row = fields.text(5), let words = fields.text(6) {
      result = VaultState.Result(row: row, words: words)
    }
  }
}
