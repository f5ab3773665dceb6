/// What a session knows of its visitor's work in the vault, which itself is kept elsewhere.
///
/// Everything in it is shown for a time and then no more; what is forgotten here stays in the vault.
struct VaultDesk: Equatable {
  /// For how many seconds what happened is told.
  static let newsSeconds = 120
  /// For how many seconds a removal can be taken back: as long as the vault keeps it.
  static let undoSeconds = 600
  /// For how many seconds a transfer code leads to its vault.
  static let codeSeconds = 900
  /// For how many seconds the link that deletes from the cloud is shown.
  static let linkSeconds = 3_600
  /// More removals cannot be taken back; the oldest go.
  static let mostRemovals = 20

  /// A character that was deleted.
  struct Removal: Equatable {
    let id, name: String
    /// Seconds since 1970, UTC.
    let at: Int
  }

  /// A text that is shown for a time.
  struct Note: Equatable {
    let text: String
    /// Seconds since 1970, UTC.
    let at: Int
    /// The entry that it is about; empty for the whole vault.
    var entry = ""
  }

  /// Newest last.
  private(set) var removals: [Removal] = []
  /// What came of the last move.
  var news: Note?
  /// The code that was asked for last.
  var code: Note?
  /// The address that deletes the character that was put on the cloud last.
  var link: Note?

  init() {}

  /// Notes a removal, which may be taken back.
  mutating func note(_ removal: Removal) {
    removals.append(removal)
    removals.removeFirst(max(0, removals.count - VaultDesk.mostRemovals))
  }

  mutating func forgetRemoval(_ id: String) { removals.removeAll { $0.id == id } }

  /// What is to be told on the page of an entry or, for an empty one, of the whole vault.
  func news(about entry: String) -> String? { news?.entry == entry ? news?.text : nil }

  /// The same at a later time, without what is not shown any more.
  func at(_ now: Int) -> VaultDesk {
    var desk = self
    desk.removals.removeAll { now - $0.at > VaultDesk.undoSeconds }
    if let news, now - news.at > VaultDesk.newsSeconds { desk.news = nil }
    if let code, now - code.at > VaultDesk.codeSeconds { desk.code = nil }
    if let link, now - link.at > VaultDesk.linkSeconds { desk.link = nil }
    return desk
  }
}

extension VaultDesk: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, removals)
    if let news { packer.put(2, news) }
    if let code { packer.put(3, code) }
    if let link { packer.put(4, link) }
  }

  init?(_ fields: PackedFields) {
    guard let removals: [Removal] = fields.values(1), removals.count <= VaultDesk.mostRemovals,
      let news: [Note] = fields.values(2), let code: [Note] = fields.values(3),
      let link: [Note] = fields.values(4)
    else { return nil }
    self.removals = removals
    self.news = news.first
    self.code = code.first
    self.link = link.first
  }
}

extension VaultDesk.Removal: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, id)
    packer.put(2, name)
    packer.put(3, at)
  }

  init?(_ fields: PackedFields) {
    guard let id = fields.text(1), let name = fields.text(2), let at = fields.number(3) else {
      return nil
    }
    self.init(id: id, name: name, at: at)
  }
}

extension VaultDesk.Note: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, text)
    packer.put(2, at)
    packer.put(3, entry)
  }

  init?(_ fields: PackedFields) {
    guard let text = fields.text(1), let at = fields.number(2), let entry = fields.text(3) else {
      return nil
    }
    self.init(text: text, at: at, entry: entry)
  }
}
