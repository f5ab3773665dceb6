/// Experience that a character is given after an adventure, worked out before it is written down.
///
/// B/X 1981; see `docs/sources.md`. Adjustments are rounded down, and nobody rises by more than one
/// level at a time: what would lead further is lost, down to 1 point short of the second level up.
package struct ExperienceAward: Hashable, Sendable {
  /// Points that may be given at once.
  package static let range = 1...999_999

  /// As the game master gave it.
  package let given: Int
  /// What the prime requisites add, in percent; 0 for points that are given as they are.
  package let percent: Int
  /// Experience before.
  package let before: Int
  /// Experience after.
  package let after: Int

  /// What the prime requisites add or take.
  package var adjustment: Int { ExperienceAward.adjusted(given, percent) - given }
  /// What is lost because it would lead more than one level up.
  package var lost: Int { before + given + adjustment - after }

  /// - Throws: `RuleRefusal.outOfRange`.
  init(
    _ given: Int, to character: PlayerCharacter, isAdjusted: Bool
  ) throws(RuleRefusal) {
    guard ExperienceAward.range ~= given else {
      throw .outOfRange(ExperienceAward.range, of: .experience)
    }
    let characterClass = character.characterClass
    self.given = given
    percent = isAdjusted ? characterClass.experienceAdjustment(for: character.scores) : 0
    before = character.experience
    let possible = 0...PlayerCharacter.mostExperience
    guard possible ~= before else { throw .outOfRange(possible, of: .experience) }
    let sum = before + ExperienceAward.adjusted(given, percent)
    let rows = characterClass.record.progression
    // The place in the rows is that of the second level up.
    let above = min(max(character.level, 0), rows.count) + 1
    // Whoever has had enough for the next level for long loses nothing of what was there before.
    let most = above < rows.count ? rows[above].experience - 1 : sum
    after = min(sum, max(most, before))
    guard possible ~= after else { throw .outOfRange(possible, of: .experience) }
  }

  private static func adjusted(_ given: Int, _ percent: Int) -> Int {
    given * (100 + percent) / 100
  }
}

extension PlayerCharacter {
  /// Experience points that a character can have.
  package static let mostExperience = 9_999_999

  /// What giving those points would come to.
  /// - Throws: `RuleRefusal.outOfRange`.
  package func award(
    of points: Int, isAdjusted: Bool = true
  ) throws(RuleRefusal) -> ExperienceAward {
    try ExperienceAward(points, to: self, isAdjusted: isAdjusted)
  }

  /// With the award's points.
  /// - Throws: `RuleRefusal.outOfRange`.
  package func awarded(
    _ points: Int, isAdjusted: Bool = true
  ) throws(RuleRefusal) -> PlayerCharacter {
    let award = try award(of: points, isAdjusted: isAdjusted)
    var character = self
    character.record.experience = award.after
    return character
  }
}
