import Games
import Site
import Storage

/// The character that a visitor is making, as the session keeps it: the draft, what the last move
/// did, the open tab of the shop, and where the character was saved, now and before it changed.
package struct DraftState: RevisedPart, Equatable {
  package static let tag: UInt8 = 4
  /// What a page says about the last move, until the next one.
  struct LastMove: Equatable {
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

  /// Where the character is kept as it was before it changed: saving it again replaces that, or
  /// keeps both.
  struct Earlier: Equatable {
    /// In this browser's vault.
    var vaultEntry: String?
    /// Its number on the cloud.
    var cloudID: CharacterID?
    /// The secret that deletes it there; empty if that was lost.
    var cloudSecret = ""

    /// What was saved, and what was saved before that.
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
  /// The finished character's id, the same for each attempt to save it, so that a second attempt
  /// saves nothing twice; `nil` before the last step is open.
  private(set) var id: CharacterID?
  var saved = Saved()
  var earlier = Earlier()
  /// Whether the whole draft was made at random and hasn't been changed since.
  private(set) var isByChance = false

  package init() {}

  /// Notes that this character, or its earlier self, was put on the cloud from the vault.
  ///
  /// Without the secret, the character was there already.
  mutating func noteSharing(of entry: EntryID, as id: CharacterID, _ secret: String?) {
    if saved.vaultEntry == entry.text, !saved.isOnCloud {
      saved.cloudSecret = secret ?? ""
    } else if earlier.vaultEntry == entry.text, earlier.cloudID == nil {
      earlier.cloudID = id
      earlier.cloudSecret = secret ?? ""
    }
  }

  /// Notes that this character, or its earlier self, was taken off the cloud from the vault.
  mutating func noteTakingDown(_ record: CloudID) {
    if id?.cloudID == record { saved.cloudSecret = nil }
    guard earlier.cloudID?.cloudID == record else { return }
    earlier.cloudID = nil
    earlier.cloudSecret = ""
  }

  /// Nothing has been rolled or chosen.
  var isEmpty: Bool { draft == CharacterDraft() }

  /// There is a character, and it is not saved anywhere as it is.
  var isUnsaved: Bool { !isEmpty && !saved.isSomewhere }

  /// Whether replacing the draft would lose choices that somebody made.
  var isLosable: Bool { isUnsaved && !isByChance }

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
      losses.append(
        "The one you saved stays as it was. When you save again, you can replace it or keep both.")
    }
    take(next, using: &random)
    let notice = losses.isEmpty ? nil : losses.joined(separator: " ")
    news = LastMove(step: step, outcome: outcome, notice: notice)
  }

  /// Takes the next state of the draft and says nothing.
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

  /// Puts a whole random character in the place of this one, by these options or by those
  /// of this one.
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

  /// Gives the character a new id, under which it is not saved anywhere.
  mutating func renumber(using random: inout some RandomNumberGenerator) {
    saved = Saved()
    earlier = Earlier()
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
    draft: CharacterDraft, revision: Int, news: LastMove?, tab: ShopTab, id: CharacterID?,
    saved: Saved, earlier: Earlier = Earlier(), isByChance: Bool = false
  ) {
    // No session gets there; what counts on from there must not run over.
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

extension CharacterDraft {
  /// The record sheet as it would be; `nil` while something is missing.
  var sheet: RecordSheet? {
    // The sheet doesn't show the id, so any will do.
    var random = SeededGenerator(seed: 0)
    return (try? character(id: CharacterID(using: &random))).map(RecordSheet.init)
  }
}
