/// An award of experience after an adventure, worked out before it is given.
///
/// B/X 1981; see `docs/sources.md`. Adjustments are rounded down, and nobody gains more than one
/// level at a time: points beyond that are lost, down to 1 point short of the second level up.
package struct ExperienceAward: Hashable, Sendable {
  /// The points that may be given at once.
  package static let range = 1...999_999

  /// The points that the game master gave.
  package let given: Int
  /// The percentage that prime requisites add; 0 for points given as they are.
  package let percent: Int
  /// The experience before and after.
  package let before: Int
  package let after: Int

  /// The points that prime requisites add or take.
  package var adjustment: Int { ExperienceAward.adjusted(given, percent) - given }
  /// The points lost because they would lead more than one level up.
  package var lost: Int { before + given + adjustment - after }

  /// - Throws: `RuleRefusal.outOfRange`.
  init(_ given: Int, to character: PlayerCharacter, isAdjusted: Bool) throws(RuleRefusal) {
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
    // This is the row of the second level up.
    let above = min(max(character.level, 0), rows.count) + 1
    // A character with more than enough for the next level keeps what it had.
    let most = above < rows.count ? rows[above].experience - 1 : sum
    after = min(sum, max(most, before))
    guard possible ~= after else { throw .outOfRange(possible, of: .experience) }
  }

  private static func adjusted(_ given: Int, _ percent: Int) -> Int {
    given * (100 + percent) / 100
  }
}

extension PlayerCharacter {
  /// The most experience points that a character can have.
  package static let mostExperience = 9_999_999

  /// Returns the award of these points.
  /// - Throws: `RuleRefusal.outOfRange`.
  package func award(
    of points: Int, isAdjusted: Bool = true
  ) throws(RuleRefusal) -> ExperienceAward {
    try ExperienceAward(points, to: self, isAdjusted: isAdjusted)
  }

  /// Returns the character with the award's points.
  /// - Throws: `RuleRefusal.outOfRange`.
  package func awarded(
    _ points: Int, isAdjusted: Bool = true
  ) throws(RuleRefusal) -> PlayerCharacter {
    let award = try award(of: points, isAdjusted: isAdjusted)
    return changed { $0.record.experience = award.after }
  }
}
