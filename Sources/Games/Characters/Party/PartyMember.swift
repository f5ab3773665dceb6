/// A member of a party: a player's character or a retainer.
package struct PartyMember: Hashable, Sendable {
  package let id: CharacterID
  /// The terms of a retainer; `nil` for a player's character.
  package internal(set) var service: Service?

  package init(_ id: CharacterID, service: Service? = nil) {
    self.id = id
    self.service = service
  }

  func renumbering(_ old: CharacterID, as new: CharacterID) -> PartyMember {
    PartyMember(id == old ? new : id, service: service?.renumbering(old, as: new))
  }
}

/// A retainer's terms and loyalty.
///
/// B/X 1981; see `docs/sources.md`.
package struct Service: Hashable, Sendable {
  /// A share of treasure; of experience, it is always half a share.
  package enum Share: Int, Named {
    case half, full

    package static let names = ["Half a share", "A full share"]

    /// The number of half shares.
    var halves: Int { rawValue + 1 }
  }

  /// The possible loyalties: 2d6 must not exceed the loyalty.
  package static let loyalties = 2...12
  /// The possible wages in gold pieces a day.
  package static let wages = 0...1_000

  package let employer: CharacterID
  /// The loyalty: at first from the employer's charisma, later as the game master says.
  package let loyalty: Int
  /// The wage in gold pieces a day; food and lodging come on top.
  package let wage: Int
  /// The share of treasure.
  package let share: Share

  package init(employer: CharacterID, loyalty: Int, wage: Int, share: Share) {
    self.employer = employer
    self.loyalty = loyalty
    self.wage = wage
    self.share = share
  }

  var isSound: Bool { Service.loyalties ~= loyalty && Service.wages ~= wage }

  /// - Throws: `PartyRefusal.outOfRange`.
  func check() throws(PartyRefusal) {
    guard Service.loyalties ~= loyalty else { throw .outOfRange(Service.loyalties, of: .loyalty) }
    guard Service.wages ~= wage else { throw .outOfRange(Service.wages, of: .wage) }
  }

  fileprivate func renumbering(_ old: CharacterID, as new: CharacterID) -> Service {
    Service(employer: employer == old ? new : employer, loyalty: loyalty, wage: wage, share: share)
  }
}
