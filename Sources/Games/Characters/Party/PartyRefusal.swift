/// Why a party stays as it is, with the numbers involved.
package enum PartyRefusal: Error, Hashable, Sendable {
  /// Of the party or an animal.
  case name(GivenText.Fault)
  case full(limit: Int)
  case alreadyMember
  case notMember
  /// In the whole party.
  case tooManyRetainers(limit: Int)
  /// Of one employer, by charisma.
  case charismaAllows(Int)
  /// Retainers are no more experienced than whom they follow.
  case levelAboveEmployer(Int, employer: Int)
  case retainerCannotHire
  case tooManyAnimals(Int)
  case noSuchAnimal
  case outOfRange(ClosedRange<Int>, of: Quantity)
  /// Treasure without anybody to share it, or nothing to share.
  case nobodyShares
  case nothingToShare
  /// A rule forbids giving somebody the share.
  case share(RuleRefusal, of: CharacterID)

  /// What an `outOfRange` number counts.
  package enum Quantity: Hashable, Sendable {
    case loyalty
    /// Gold pieces a day.
    case wage
    /// In coins.
    case load
    /// Points for all together.
    case experience
    /// Gold pieces for all together.
    case gold
    /// Characters made at once.
    case size
  }

  /// A name without blanks around it.
  /// - Throws: `PartyRefusal.name`.
  static func checked(_ typed: String) throws(PartyRefusal) -> String {
    do throws(GivenText.Fault) {
      return try GivenText.name(
        typed, longest: Party.longestName, largest: 10 * Party.longestName)
    } catch {
      throw .name(error)
    }
  }
}
