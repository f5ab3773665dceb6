/// The experience and gold that each of a party would get.
///
/// Experience is divided equally, whatever becomes of the treasure, and a retainer gets half of
/// that; then prime requisites raise or lower it. Gold is divided by shares. B/X 1981; see
/// `docs/sources.md`.
package struct PartyShares: Sendable {
  /// The possible experience points for the whole party.
  package static let experiences = 0...999_999
  /// The possible gold pieces for the whole party.
  package static let golds = 0...1_000_000

  /// One character's part.
  package struct Part: Sendable {
    package let before: PlayerCharacter
    package let isRetainer: Bool
    /// The award of experience; `nil` for none.
    package let award: ExperienceAward?
    /// The gold pieces.
    package let gold: Int
    /// The character with both.
    package let after: PlayerCharacter
  }

  /// The points for each character, before a retainer's are halved.
  package let experienceEach: Int
  /// The parts in marching order.
  package let parts: [Part]

  /// Divides both among characters in marching order.
  ///
  /// Points are rounded down. Gold pieces left over go to the first characters, one to each.
  /// - Throws: `PartyRefusal.outOfRange`, `.nobodyShares`, `.nothingToShare` or `.share`.
  package init(
    experience: Int, gold: Int, among sharers: [(character: PlayerCharacter, service: Service?)]
  ) throws(PartyRefusal) {
    guard PartyShares.experiences ~= experience else {
      throw .outOfRange(PartyShares.experiences, of: .experience)
    }
    guard PartyShares.golds ~= gold else { throw .outOfRange(PartyShares.golds, of: .gold) }
    guard experience > 0 || gold > 0 else { throw .nothingToShare }
    guard !sharers.isEmpty else { throw .nobodyShares }
    let each = experience / sharers.count
    let golds = PartyShares.divide(
      gold, byHalves: sharers.map { $0.service?.share.halves ?? Service.Share.full.halves })
    experienceEach = each
    var parts: [Part] = []
    for (sharer, gold) in zip(sharers, golds) {
      do throws(RuleRefusal) {
        let (before, isRetainer) = (sharer.character, sharer.service != nil)
        let experience = isRetainer ? each / 2 : each
        parts.append(
          Part(
            before: before, isRetainer: isRetainer,
            award: experience > 0 ? try before.award(of: experience) : nil, gold: gold,
            after: try before.receivingShare(experience: experience, gold: gold)))
      } catch {
        throw .share(error, of: sharer.character.id)
      }
    }
    self.parts = parts
  }

  /// Divides all gold by half shares into whole gold pieces.
  private static func divide(_ gold: Int, byHalves halves: [Int]) -> [Int] {
    let all = halves.reduce(0, +)
    let rounded = halves.map { gold * $0 / all }
    let rest = gold - rounded.reduce(0, +)
    return rounded.enumerated().map { $1 + ($0 < rest ? 1 : 0) }
  }
}

extension PlayerCharacter {
  /// Adds a share of experience, before prime requisites, and of gold; either may be 0.
  /// - Throws: `RuleRefusal.outOfRange`.
  package func receivingShare(experience: Int, gold: Int) throws(RuleRefusal) -> PlayerCharacter {
    let wiser = experience > 0 ? try awarded(experience) : self
    return gold > 0 ? try wiser.receiving(gold, of: .gold) : wiser
  }
}
