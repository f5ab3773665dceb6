import Games
import Site
import Storage

/// A visitor's character in the making as the session stores it.
///
/// It has the draft, the last move, the open tab of the shop, and where the character was saved,
/// now and before it changed.
package struct DraftState: RevisedPart, Equatable {
  package static let tag: UInt8 = 4
  /// A page's report of the last move, shown until the next.
  struct LastMove: Equatable {
    /// The step whose page shows it.
    let step: Step
    /// The outcome in one sentence.
    let outcome: String
    /// The notice of a loss, if there was one.
    var notice: String?
  }

  /// The places where the finished character is saved.
  struct Saved: Equatable {
    /// The entry in this browser's vault.
    var vaultEntry: String?
    /// The secret that deletes the character from the cloud, if it is there; empty if it was lost.
    var cloudSecret: String?

    var isOnCloud: Bool { cloudSecret != nil }
    var isSomewhere: Bool { vaultEntry != nil || cloudSecret != nil }
  }

  /// The places where an earlier version is saved, for saving again to replace it or keep both.
  struct Earlier: Equatable {
    /// The entry in this browser's vault.
    var vaultEntry: String?
    var cloudID: CharacterID?
    /// The secret that deletes it there; empty if it was lost.
    var cloudSecret = ""

    /// Returns the earlier places together with what was saved since.
    fileprivate func adding(_ saved: Saved, as id: CharacterID) -> Earlier {
      var earlier = self
      earlier.vaultEntry = saved.vaultEntry ?? vaultEntry
      guard let secret = saved.cloudSecret else { return earlier }
      earlier.cloudID = id
      earlier.cloudSecret = secret
      return earlier
    }
  }

  private(set) var draft = CharacterDraft()
  package var revision = 0
  var news: LastMove?
  var tab = ShopTab.armour
  /// The finished character's ID; `nil` before the last step is open.
  ///
  /// It is the same for each attempt to save, so that a second attempt saves nothing twice.
  private(set) var id: CharacterID?
  var saved = Saved()
  var earlier = Earlier()
  /// Whether the whole draft is random and unchanged.
  private(set) var isByChance = false

  package init() {}

  /// Records that this character, or its earlier version, was put on the cloud from the vault.
  ///
  /// Without a secret, it was there already.
  mutating func noteSharing(of entry: EntryID, as id: CharacterID, _ secret: String?) {
    if saved.vaultEntry == entry.text, !saved.isOnCloud {
      saved.cloudSecret = secret ?? ""
    } else if earlier.vaultEntry == entry.text, earlier.cloudID == nil {
      earlier.cloudID = id
      earlier.cloudSecret = secret ?? ""
    }
  }

  /// Records that this character, or its earlier version, was taken off the cloud from the vault.
  mutating func noteTakingDown(_ record: CloudID) {
    if id?.cloudID == record { saved.cloudSecret = nil }
    guard earlier.cloudID?.cloudID == record else { return }
    earlier.cloudID = nil
    earlier.cloudSecret = ""
  }

  /// Whether nothing has been rolled or chosen.
  var isEmpty: Bool { draft == CharacterDraft() }

  /// Whether there is a character that isn't saved as it is.
  var isUnsaved: Bool { !isEmpty && !saved.isSomewhere }

  /// Whether replacing the draft would lose somebody's choices.
  var isLosable: Bool { isUnsaved && !isByChance }

  /// The finished character; `nil` before the last step is open.
  var character: PlayerCharacter? {
    guard let id, draft.firstOpenStep == .save else { return nil }
    return try? draft.character(id: id)
  }

  /// Sets the next draft, and reports on the step's page what happened and what is lost.
  ///
  /// A draft that changed is no longer the character that was saved.
  mutating func take(
    _ next: CharacterDraft, at step: Step, _ outcome: String,
    using random: inout some RandomNumberGenerator
  ) {
    var losses = draft.lossSentences(in: next)
    if next != draft, saved.isSomewhere {
      losses.append(
        "The one you saved stays as it was. When you save again, you can replace it or keep both.")
    }
    take(next, using: &random)
    let notice = losses.isEmpty ? nil : losses.joined(separator: " ")
    news = LastMove(step: step, outcome: outcome, notice: notice)
  }

  /// Sets the next draft without a report.
  mutating func take(_ next: CharacterDraft, using random: inout some RandomNumberGenerator) {
    if next != draft {
      if let id, saved.isSomewhere { earlier = earlier.adding(saved, as: id) }
      saved = Saved()
      id = nil
      isByChance = isByChance && next.hasSameContent(as: draft)
    }
    draft = next
    news = nil
    if id == nil, draft.firstOpenStep == .save { id = CharacterID(using: &random) }
  }

  /// Replaces the character with a random one, by these options or the current ones.
  mutating func surprise(
    by options: Set<CreationOption>? = nil, using random: inout some RandomNumberGenerator
  ) {
    let rolls = saved.isSomewhere ? 0 : draft.abilityRolls
    let options = options ?? draft.options
    clear()
    take(CharacterDraft.random(after: rolls, by: options, using: &random), using: &random)
    news = LastMove(step: .review, outcome: "Here’s \(draft.fullName), ready to play.")
    isByChance = true
  }

  /// Gives the character a new ID, with which it isn't saved anywhere.
  mutating func renumber(using random: inout some RandomNumberGenerator) {
    saved = Saved()
    earlier = Earlier()
    if id != nil { id = CharacterID(using: &random) }
  }

  /// Starts over; the revision continues, so that pages of the old draft stay stale.
  mutating func clear() {
    let revision = revision
    self = DraftState()
    self.revision = revision
  }

  /// Restores the state from a session.
  /// - Returns: `nil` if the parts don't belong together.
  init?(
    draft: CharacterDraft, revision: Int, news: LastMove?, tab: ShopTab, id: CharacterID?,
    saved: Saved, earlier: Earlier = Earlier(), isByChance: Bool = false
  ) {
    // No session gets that far, and counting on must not overflow.
    guard 0..<1 << 40 ~= revision, id != nil || !saved.isSomewhere else { return nil }
    self.draft = draft
    self.revision = revision
    self.news = news
    self.tab = tab
    self.id = id
    self.saved = saved
    self.earlier = earlier
    self.isByChance = isByChance
  }
}
