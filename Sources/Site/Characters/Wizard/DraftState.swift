import Games

/// The character that a visitor is making, as the session keeps it: the draft, what the last move
/// did, the open tab of the shop, and where the finished character was saved.
struct DraftState: RevisedPart, Equatable {
  static let tag: UInt8 = 4
  /// What a page says about the last move, until the next one.
  struct News: Equatable {
    /// The step whose page says it.
    let step: Step
    /// What happened, in one sentence.
    let outcome: String
    /// What was lost by it; `nil` for nothing.
    var notice: String?
  }

  /// Where the finished character is kept.
  struct Saved: Equatable {
    /// In this browser's vault.
    var vaultEntry: String?
    /// The secret that deletes the character from the cloud; empty if the character is there but
    /// the secret was lost, `nil` if it is not there.
    var cloudSecret: String?

    var isOnCloud: Bool { cloudSecret != nil }
    var isSomewhere: Bool { vaultEntry != nil || cloudSecret != nil }
  }

  private(set) var draft = CharacterDraft()
  var revision = 0
  var news: News?
  var tab = ShopTab.armour
  /// The finished character's id, the same for each attempt to save it, so that a second attempt
  /// saves nothing twice; `nil` before the last step is open.
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

  /// Takes the next state of the draft, and says on the step's page what happened and what is lost.
  ///
  /// A draft that changed is no longer the character that was saved.
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

  /// Takes the next state of the draft and says nothing.
  mutating func take(_ next: CharacterDraft, using random: inout some RandomNumberGenerator) {
    if next != draft {
      saved = Saved()
      id = nil
    }
    draft = next
    news = nil
    if id == nil, draft.firstOpenStep == .save { id = CharacterID(using: &random) }
  }

  /// Gives the character a new id, under which it is not saved anywhere.
  mutating func renumber(using random: inout some RandomNumberGenerator) {
    saved = Saved()
    if id != nil { id = CharacterID(using: &random) }
  }

  /// Starts over; the revision goes on, so that pages of the old draft stay stale.
  mutating func clear() {
    let revision = revision
    self = DraftState()
    self.revision = revision
  }

  /// A state that a session kept.
  /// - Returns: `nil` if the parts do not belong together.
  init?(
    draft: CharacterDraft, revision: Int, news: News?, tab: ShopTab, id: CharacterID?,
    saved: Saved
  ) {
    // No session gets there; what counts on from there must not run over.
    guard 0..<1 << 40 ~= revision, id != nil || !saved.isSomewhere else { return nil }
    self.draft = draft
    self.revision = revision
    self.news = news
    self.tab = tab
    self.id = id
    self.saved = saved
  }
}

extension CharacterDraft {
  /// The record sheet as it would be; `nil` while something is missing.
  var sheet: RecordSheet? {
    // No number of a sheet hangs on the id.
    var random = SeededGenerator(seed: 0)
    return (try? character(id: CharacterID(using: &random))).map(RecordSheet.init)
  }
}
