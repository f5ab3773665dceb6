/// Somebody in a party: a player's character, or a retainer of one.
package struct PartyMember: Hashable, Sendable {
  package let id: CharacterID
  /// What a retainer has agreed to; `nil` for a player's character.
  package internal(set) var service: Service?

  package init(_ id: CharacterID, service: Service? = nil) {
    self.id = id
    self.service = service
  }

  func renumbering(_ old: CharacterID, as new: CharacterID) -> PartyMember {
    PartyMember(id == old ? new : id, service: service?.renumbering(old, as: new))
  }
}

/// What a retainer has agreed to, and how loyal it is.
///
/// B/X 1981; see `docs/sources.md`.
package struct Service: Hashable, Sendable {
  /// Of treasure; experience is always half a share.
  package enum Share: Int, Named {
    case half, full

    package static let names = ["Half a share", "A full share"]

    /// In halves of a share.
    var halves: Int { rawValue + 1 }
  }

  /// What 2d6 can show, which must not exceed it.
  package static let loyalties = 2...12
  /// Gold pieces a day.
  package static let wages = 0...1_000

  package let employer: CharacterID
  /// In `loyalties`: at first what the employer's Charisma gives, and then as the game master says.
  package let loyalty: Int
  /// Gold pieces a day, in `wages`; food and lodging come on top.
  package let wage: Int
  /// Of treasure.
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
    guard Service.loyalties ~= loyalty else {
      throw .outOfRange(Service.loyalties, of: .loyalty)
    }
    guard Service.wages ~= wage else { throw .outOfRange(Service.wages, of: .wage) }
  }

  fileprivate func renumbering(_ old: CharacterID, as new: CharacterID) -> Service {
    Service(
      employer: employer == old ? new : employer, loyalty: loyalty, wage: wage, share: share)
  }
}
