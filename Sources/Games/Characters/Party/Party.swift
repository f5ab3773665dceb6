/// Adventurers who travel together: a name, the members in marching order, and their animals.
///
/// Each member is in it once; the employer of a retainer is a member and nobody's retainer. There
/// are at most `mostPlayed` members who aren't retainers, `mostRetainers` and `mostAnimals`.
package struct Party: Changeable, Hashable, Sendable {
  /// The number of characters that can be made at once.
  package static let sizes = 2...8
  /// The most members who aren't retainers.
  package static let mostPlayed = 8
  package static let mostRetainers = 8
  package static let mostAnimals = 12
  /// The longest name of a party or an animal, in characters.
  package static let longestName = 60

  /// The name: 1 to 60 characters, one of them visible.
  package private(set) var name: String
  /// The members in marching order.
  package private(set) var members: [PartyMember] = []
  package private(set) var animals: [PartyAnimal] = []

  /// Creates an empty party; blanks around the name are dropped.
  /// - Throws: `PartyRefusal.name`.
  package init(named name: String) throws(PartyRefusal) {
    self.name = try PartyRefusal.checked(name)
  }

  /// Restores a stored party.
  /// - Returns: `nil` if it breaks a rule of its own.
  package init?(name: String, members: [PartyMember], animals: [PartyAnimal]) {
    guard let party = try? Party(named: name) else { return nil }
    self = party
    self.members = members
    self.animals = animals
    guard isSound else { return nil }
  }

  package var played: [PartyMember] { members.filter { $0.service == nil } }
  package var retainers: [PartyMember] { members.filter { $0.service != nil } }

  /// Whether only retainers can still join.
  package var isFull: Bool { played.count >= Party.mostPlayed }

  package subscript(id: CharacterID) -> PartyMember? { members.first { $0.id == id } }

  package func retainers(of employer: CharacterID) -> [PartyMember] {
    members.filter { $0.service?.employer == employer }
  }

  private var isSound: Bool {
    let employers = members.compactMap(\.service?.employer)
    return Set(members.map(\.id)).count == members.count
      && played.count <= Party.mostPlayed && retainers.count <= Party.mostRetainers
      && employers.allSatisfy { self[$0].map { $0.service == nil } ?? false }
      && members.allSatisfy { $0.service?.isSound ?? true }
      && animals.count <= Party.mostAnimals && animals.allSatisfy(\.isSound)
  }
}

extension Party {
  /// Returns the party with another name.
  /// - Throws: `PartyRefusal.name`.
  package func renamed(_ name: String) throws(PartyRefusal) -> Party {
    let name = try PartyRefusal.checked(name)
    return changed { $0.name = name }
  }

  /// Adds a member at the end of the marching order.
  /// - Throws: `PartyRefusal.alreadyMember` or `.full`.
  package func adding(_ id: CharacterID) throws(PartyRefusal) -> Party {
    guard self[id] == nil else { throw .alreadyMember }
    guard !isFull else { throw .full(limit: Party.mostPlayed) }
    return changed { $0.members.append(PartyMember(id)) }
  }

  /// Removes a member, with any retainers.
  /// - Throws: `PartyRefusal.notMember`.
  package func removing(_ id: CharacterID) throws(PartyRefusal) -> Party {
    guard self[id] != nil else { throw .notMember }
    return changed { $0.members.removeAll { $0.id == id || $0.service?.employer == id } }
  }

  /// Moves a member one place forward or back; does nothing at either end.
  /// - Throws: `PartyRefusal.notMember`.
  package func moving(_ id: CharacterID, forward: Bool) throws(PartyRefusal) -> Party {
    guard let place = members.firstIndex(where: { $0.id == id }) else { throw .notMember }
    let target = forward ? place - 1 : place + 1
    guard members.indices ~= target else { return self }
    return changed { $0.members.swapAt(place, target) }
  }

  /// Adds a retainer behind all others, as loyal as the employer's charisma makes retainers.
  ///
  /// B/X 1981; see `docs/sources.md`.
  /// - Throws: `PartyRefusal` for the rule that forbids it.
  package func hiring(
    _ retainer: PlayerCharacter, by employer: PlayerCharacter, wage: Int, share: Service.Share
  ) throws(PartyRefusal) -> Party {
    guard self[retainer.id] == nil else { throw .alreadyMember }
    guard let member = self[employer.id] else { throw .notMember }
    guard member.service == nil else { throw .retainerCannotHire }
    guard retainers.count < Party.mostRetainers else {
      throw .tooManyRetainers(limit: Party.mostRetainers)
    }
    let most = RecordSheet(employer).retainersMax.value
    guard retainers(of: employer.id).count < most else { throw .charismaAllows(most) }
    guard retainer.level <= employer.level else {
      throw .levelAboveEmployer(retainer.level, employer: employer.level)
    }
    let loyalty = RecordSheet(employer).retainerLoyalty.value
    let service = Service(employer: employer.id, loyalty: loyalty, wage: wage, share: share)
    try service.check()
    return changed { $0.members.append(PartyMember(retainer.id, service: service)) }
  }

  /// Sets a retainer's terms; the employer stays the same.
  /// - Throws: `PartyRefusal.notMember` or `.outOfRange`.
  package func agreeing(
    loyalty: Int, wage: Int, share: Service.Share, with id: CharacterID
  ) throws(PartyRefusal) -> Party {
    guard let place = members.firstIndex(where: { $0.id == id }),
      let service = members[place].service
    else { throw .notMember }
    let new = Service(employer: service.employer, loyalty: loyalty, wage: wage, share: share)
    try new.check()
    return changed { $0.members[place].service = new }
  }

  /// Adds an animal without a load.
  /// - Throws: `PartyRefusal.tooManyAnimals`.
  package func adding(_ kind: Animal) throws(PartyRefusal) -> Party {
    guard animals.count < Party.mostAnimals else { throw .tooManyAnimals(Party.mostAnimals) }
    return changed { $0.animals.append(PartyAnimal(kind)) }
  }

  /// Sets an animal's load in coins and its name, which may be empty.
  /// - Throws: `PartyRefusal.noSuchAnimal`, `.outOfRange` or `.name`.
  package func loading(
    animalAt place: Int, with load: Int, called name: String
  ) throws(PartyRefusal) -> Party {
    guard animals.indices ~= place else { throw .noSuchAnimal }
    guard PartyAnimal.loads ~= load else { throw .outOfRange(PartyAnimal.loads, of: .load) }
    let name = GivenText.isVisible(name) ? try PartyRefusal.checked(name) : ""
    let animal = PartyAnimal(animals[place].kind, name: name, load: load)
    return changed { $0.animals[place] = animal }
  }

  /// Removes an animal.
  /// - Throws: `PartyRefusal.noSuchAnimal`.
  package func removing(animalAt place: Int) throws(PartyRefusal) -> Party {
    guard animals.indices ~= place else { throw .noSuchAnimal }
    return changed { $0.animals.remove(at: place) }
  }

  /// Replaces a member's ID with a new one.
  package func renumbering(_ old: CharacterID, as new: CharacterID) -> Party {
    guard old != new, self[new] == nil else { return self }
    return changed { $0.members = members.map { $0.renumbering(old, as: new) } }
  }
}
