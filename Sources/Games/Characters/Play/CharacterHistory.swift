/// A character, and what was done to it since it was saved.
package struct RecordedCharacter: Hashable, Sendable {
  /// Changes that are remembered; the oldest go first.
  package static let mostChanges = 200

  package private(set) var character: PlayerCharacter
  /// The oldest first; each begins where the one before it ended, and the last one ended with
  /// `character`.
  package private(set) var changes: [CharacterChange]
  /// Of the newest change there ever was.
  private var lastNumber: Int

  /// A character with changes whose numbers rise, and that each undo only what comes before it.
  ///
  /// Other changes are left out together with all that are older. `number` is that of the newest
  /// change, if it is not among them.
  package init(
    _ character: PlayerCharacter, changes: [CharacterChange] = [], after number: Int = 0
  ) {
    self.character = character
    self.changes = []
    lastNumber = max(number, changes.last?.number ?? 0)
    var last: CharacterChange?
    for change in changes.reversed().prefix(RecordedCharacter.mostChanges) {
      guard change.number > 0, change.number < last?.number ?? .max,
        change.undoes ?? 0 < change.number
      else { break }
      self.changes.append(change)
      last = change
    }
    self.changes.reverse()
  }

  /// Makes a change and remembers it; one that changes nothing is not remembered.
  /// - Throws: `RuleRefusal`, and then nothing is changed.
  package mutating func make(
    _ kind: CharacterChange.Kind, at moment: Int,
    _ move: (PlayerCharacter) throws(RuleRefusal) -> PlayerCharacter
  ) throws(RuleRefusal) {
    take(try move(character), kind, at: moment)
  }

  /// Takes back one change, whatever came after it.
  ///
  /// Numbers such as coins go up or down by what the change made of them; anything else must still be
  /// as the change left it.
  /// - Throws: `RuleRefusal.changeUnknown`, `.changeUndone`, `.changedSince`, or the first rule that
  ///   the character would break then.
  package mutating func undo(_ number: Int, at moment: Int) throws(RuleRefusal) {
    guard let place = changes.firstIndex(where: { $0.number == number && $0.undoes == nil }) else {
      throw .changeUnknown
    }
    guard !isUndone(changes[place]) else { throw .changeUndone }
    let result = try character.undoing(from: changes[place].before, to: after(place))
    let broken = Set(character.brokenRules(allowingNoSpell: true))
    if let new = result.brokenRules(allowingNoSpell: true).first(where: { !broken.contains($0) }) {
      throw new.refusal
    }
    take(result, changes[place].kind, at: moment, undoing: number)
  }

  /// Whether a change was taken back.
  package func isUndone(_ change: CharacterChange) -> Bool {
    changes.contains { $0.undoes == change.number }
  }

  /// What each change did, the newest first, without those that took others back.
  package var story: [(change: CharacterChange, after: PlayerCharacter)] {
    changes.indices.reversed().filter { changes[$0].undoes == nil }.map {
      (changes[$0], after($0))
    }
  }

  private func after(_ place: Int) -> PlayerCharacter {
    place + 1 < changes.count ? changes[place + 1].before : character
  }

  private mutating func take(
    _ next: PlayerCharacter, _ kind: CharacterChange.Kind, at moment: Int, undoing: Int? = nil
  ) {
    guard next != character || undoing != nil else { return }
    lastNumber += 1
    changes.append(
      CharacterChange(
        number: lastNumber, moment: moment, kind: kind, undoes: undoing, before: character))
    if changes.count > RecordedCharacter.mostChanges { changes.removeFirst() }
    character = next
  }
}

/// One thing that was done to a character.
package struct CharacterChange: Hashable, Sendable {
  /// The kind of change that was made.
  package enum Kind: Int, CaseIterable, Sendable {
    case told, bought, sold, found, lost, coins, thing, learned, forgot, prepared, cast, rested
    case experience, rose, drained, started, hitPoints, conditions, shot, used, worn, lit, turned
  }

  /// Counts from 1, and stays when older ones are forgotten.
  package let number: Int
  /// Seconds since 1970, UTC.
  package let moment: Int
  package let kind: Kind
  /// The number of the change that this one took back; `nil` for any other.
  package let undoes: Int?
  /// The character until then.
  package let before: PlayerCharacter

  package init(number: Int, moment: Int, kind: Kind, undoes: Int?, before: PlayerCharacter) {
    self.number = number
    self.moment = moment
    self.kind = kind
    self.undoes = undoes
    self.before = before
  }
}
