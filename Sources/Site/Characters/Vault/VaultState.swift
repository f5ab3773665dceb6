/// What a session knows of its visitor's work in the vault, which itself is kept elsewhere.
///
/// Everything in it is shown for a time and then no more; what is forgotten here stays in the vault.
struct VaultState: Equatable {
  static let tag: UInt8 = 5
  /// For how many seconds what happened is told.
  static let newsSeconds = 120
  /// For how many seconds a transfer code leads to its vault.
  static let codeSeconds = 900
  /// For how many seconds the link that deletes from the cloud is shown.
  static let linkSeconds = 3_600

  /// A text that is shown for a time.
  struct Note: Equatable {
    let text: String
    /// Seconds since 1970, UTC.
    let at: Int
    /// The entry that it is about; empty for the whole vault.
    var entry = ""
  }

  /// What came of the last move.
  var news: Note?
  /// The code that was asked for last.
  var code: Note?
  /// The address that deletes the character that was put on the cloud last.
  var link: Note?

  init() {}

  /// What is to be told on the page of an entry or, for an empty one, of the whole vault.
  func news(about entry: String) -> String? { news?.entry == entry ? news?.text : nil }

  /// The same at a later time, without what is not shown any more.
  func at(_ now: Int) -> VaultState {
    var desk = self
    if let news, now - news.at > VaultState.newsSeconds { desk.news = nil }
    if let code, now - code.at > VaultState.codeSeconds { desk.code = nil }
    if let link, now - link.at > VaultState.linkSeconds { desk.link = nil }
    return desk
  }
}

extension VaultState: SessionPart {
  func pack(into packer: inout Packer) {
    // 1 was what could be taken back, which the vault itself knows.
    if let news { packer.put(2, news) }
    if let code { packer.put(3, code) }
    if let link { packer.put(4, link) }
  }

  init?(_ fields: PackedFields) {
    guard let news: [Note] = fields.values(2), let code: [Note] = fields.values(3),
      let link: [Note] = fields.values(4)
    else { return nil }
    self.news = news.first
    self.code = code.first
    self.link = link.first
  }
}

extension VaultState.Note: Packed {
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
