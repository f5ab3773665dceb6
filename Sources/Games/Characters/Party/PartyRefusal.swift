/// The reason why a party can't be changed, with the numbers involved.
package enum PartyRefusal: Error, Hashable, Sendable {
  /// The name of the party or an animal is unfit.
  case name(GivenText.Fault)
  case full(limit: Int)
  case alreadyMember
  case notMember
  /// The whole party has too many.
  case tooManyRetainers(limit: Int)
  /// The employer's charisma allows no more.
  case charismaAllows(Int)
  /// A retainer's level must not exceed the employer's.
  case levelAboveEmployer(Int, employer: Int)
  case retainerCannotHire
  case tooManyAnimals(Int)
  case noSuchAnimal
  case outOfRange(ClosedRange<Int>, of: Quantity)
  /// There is treasure but nobody to share it, or nothing to share.
  case nobodyShares
  case nothingToShare
  /// A rule forbids giving somebody the share.
  case share(RuleRefusal, of: CharacterID)

  /// The number that is out of range.
  package enum Quantity: Hashable, Sendable {
    case loyalty
    /// The wage in gold pieces a day.
    case wage
    /// The load in coins.
    case load
    /// The experience points for the whole party.
    case experience
    /// The gold pieces for the whole party.
    case gold
    /// The number of characters made at once.
    case size
  }

  /// Returns a name without blanks around it.
  /// - Throws: `PartyRefusal.name`.
  static func checked(_ typed: String) throws(PartyRefusal) -> String {
    do throws(GivenText.Fault) {
      return try GivenText.name(typed, longest: Party.longestName, largest: 10 * Party.longestName)
    } catch {
      throw .name(error)
    }
  }
}
