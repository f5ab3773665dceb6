import Games

/// The character that a visitor makes, as the session keeps it: the draft, what the last move did,
/// the open shelf of the shop, and where the finished character was saved to.
struct DraftState: RevisedPart, Equatable {
  static let tag: UInt8 = 4
  /// What a page says of the last move, until the next.
  struct News: Equatable {
    /// The step whose page says it.
    let step: Step
    /// What happened, in one sentence.
    let outcome: String
    /// What went with it; `nil` where nothing did.
    var notice: String?
  }

  /// Where the finished character is kept.
  struct Saved: Equatable {
    /// In this browser's vault.
    var vaultEntry: String?
    /// The secret that lets whoever has it delete the character from the cloud; empty where it is
    /// there but the secret was lost on the way, `nil` where it is not there.
    var cloudSecret: String?

    var isOnCloud: Bool { cloudSecret != nil }
    var isSomewhere: Bool { vaultEntry != nil || cloudSecret != nil }
  }

  private(set) var draft = CharacterDraft()
  var revision = 0
  var news: News?
  var shelf = ShopTab.armour
  /// The finished character's name for programs: the same for each attempt to save it, so that a
  /// second attempt saves nothing twice; `nil` before the last step is open.
  private(set) var id: CharacterID?
  var saved = Saved()

  init() {}

  /// Nothing has been rolled or chosen.
  var isEmpty: Bool { draft == CharacterDraft() }

  /// The finished character; `nil` before the last step is open.
  var character: PlayerCharacter? {
    guard let id, draft.firstOpenStep == .save else { return nil }
    return try? draft.character(id: id)
  }

  /// Takes the next state of the draft, and says at the step's page what happened and what went.
  ///
  /// A draft that changed is another character than the one that was saved.
  mutating func take(
    _ next: CharacterDraft, at step: Step, _ outcome: String,
    using random: inout some RandomNumberGenerator
  ) {
    var losses = draft.lossSentences(in: next)
    if next != draft, saved.isSomewhere {
      losses.append("What you saved before stays as it was; save again to keep this as well.")
    }
    take(next, using: &random)
    let notice = losses.isEmpty ? nil : losses.joined(separator: " ")
    news = News(step: step, outcome: outcome, notice: notice)
  }

  /// Takes the next state of the draft without a word.
  mutating func take(_ next: CharacterDraft, using random: inout some RandomNumberGenerator) {
    if next != draft {
      saved = Saved()
      id = nil
    }
    draft = next
    news = nil
    if id == nil, draft.firstOpenStep == .save { id = CharacterID(using: &random) }
  }

  /// Makes the character another one for programs, and one that is saved nowhere.
  mutating func renumber(using random: inout some RandomNumberGenerator) {
    saved = Saved()
    if id != nil { id = CharacterID(using: &random) }
  }

  /// Begins anew; the revision goes on, so that pages of the old draft stay stale.
  mutating func clear() {
    let revision = revision
    self = DraftState()
    self.revision = revision
  }

  /// What a session gave back.
  /// - Returns: `nil` where the parts do not belong together.
  init?(
    draft: CharacterDraft, revision: Int, news: News?, shelf: ShopTab, id: CharacterID?,
    saved: Saved
  ) {
    // No session gets there; what counts on from there must not run over.
    guard 0..<1 << 40 ~= revision, id != nil || !saved.isSomewhere else { return nil }
    self.draft = draft
    self.revision = revision
    self.news = news
    self.shelf = shelf
    self.id = id
    self.saved = saved
  }
}
