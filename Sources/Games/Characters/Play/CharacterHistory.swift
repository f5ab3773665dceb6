/// A character with the changes made since it was saved.
package struct RecordedCharacter: Hashable, Sendable {
  /// The most changes remembered; the oldest are dropped first.
  package static let mostChanges = 200

  package private(set) var character: PlayerCharacter
  /// The changes, oldest first.
  ///
  /// Each begins where the previous one ended, and the last ended with `character`.
  package private(set) var changes: [CharacterChange]
  /// The number of the newest change ever made.
  private var lastNumber: Int

  /// Creates a character with changes whose numbers rise, and that each undo only earlier ones.
  ///
  /// Other changes are left out together with all older ones. `number` is that of the newest
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

  /// Makes and remembers a change, unless it changes nothing.
  /// - Throws: `RuleRefusal`, and then nothing is changed.
  package mutating func make(
    _ kind: CharacterChange.Kind, at moment: Int,
    _ move: (PlayerCharacter) throws(RuleRefusal) -> PlayerCharacter
  ) throws(RuleRefusal) {
    take(try move(character), kind, at: moment)
  }

  /// Undoes one change, whatever came after it.
  ///
  /// Numbers such as coins go up or down by as much as the change made them; anything else must
  /// still be as the change left it.
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

  /// Returns whether a change was undone.
  package func isUndone(_ change: CharacterChange) -> Bool {
    changes.contains { $0.undoes == change.number }
  }

  /// The changes with their results, newest first, without those that undid others.
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

/// One change made to a character.
package struct CharacterChange: Hashable, Sendable {
  /// The kind of change that was made.
  package enum Kind: Int, CaseIterable, Sendable {
    case told, bought, sold, found, lost, coins, thing, learned, forgot, prepared, cast, rested
    case experience, rose, drained, started, hitPoints, conditions, shot, used, worn, lit, turned
  }

  /// The number, counted from 1, which stays when older changes are dropped.
  package let number: Int
  /// The time in seconds since 1970, UTC.
  package let moment: Int
  package let kind: Kind
  /// The number of the change that this one undid, if it is an undo.
  package let undoes: Int?
  /// The character before the change.
  package let before: PlayerCharacter

  package init(number: Int, moment: Int, kind: Kind, undoes: Int?, before: PlayerCharacter) {
    self.number = number
    self.moment = moment
    self.kind = kind
    self.undoes = undoes
    self.before = before
  }
}
