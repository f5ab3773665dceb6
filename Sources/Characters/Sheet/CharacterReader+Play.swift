import Games
import Site
import Web

/// What may be missing; a value of another kind is noted.
extension CharacterReader {
  mutating func optionalString(_ key: CharacterKey) -> String? {
    value(key) == nil ? nil : string(key)
  }

  mutating func wholes(_ key: CharacterKey) -> [Int]? {
    guard let items = items(key) else { return nil }
    return items.compactMap { whole($0, key) }
  }

  mutating func strings(_ key: CharacterKey) -> [String]? {
    guard let items = items(key) else { return nil }
    return items.compactMap { item in
      if case .string(let text) = item { return text }
      note(.unknownValue, key, "\(key.rawValue) must contain only strings.")
      return nil
    }
  }

  /// Arcane ones.
  mutating func spells(_ key: CharacterKey) -> [ListedSpell]? {
    strings(key).map { names in names.compactMap { spell($0, of: .arcane, key) } }
  }

  mutating func prepared(_ magic: Magic) -> [PreparedSpell]? {
    guard let items = items(.prepared) else { return nil }
    return items.compactMap { item in
      guard case .string(let name)? = item["spell"], case .bool(let isCast)? = item["isCast"] else {
        note(.unknownValue, .prepared, "prepared must contain only objects of spell and isCast.")
        return nil
      }
      return spell(name, of: magic, .prepared).map { PreparedSpell($0, isCast: isCast) }
    }
  }

  mutating func shots() -> [Ammunition: Int]? {
    guard let value = value(.shotsUsed) else { return nil }
    guard case .object(let members) = value else {
      note(.unknownValue, .shotsUsed, "shotsUsed must be an object of counts.")
      return nil
    }
    var shots: [Ammunition: Int] = [:]
    for member in members {
      guard let shot = Ammunition(id: member.name) else {
        note(
          .unknownItem, .shotsUsed, "There is no such ammunition.",
          part: CharacterReader.cut(member.name))
        continue
      }
      shots[shot] = whole(member.value, .shotsUsed, part: shot.id)
    }
    return shots
  }

  mutating func otherThings() -> [OtherThing]? {
    guard let items = items(.otherThings) else { return nil }
    return items.compactMap { item in
      guard case .string(let name)? = item["name"], let weight = item["weight"] else {
        note(.unknownValue, .otherThings, "otherThings must contain objects of name and weight.")
        return nil
      }
      return whole(weight, .otherThings, part: "weight").map { OtherThing(name, weight: $0) }
    }
  }

  private mutating func spell(
    _ name: String, of magic: Magic, _ key: CharacterKey
  ) -> ListedSpell? {
    if let spell = ListedSpell(id: name, of: magic) { return spell }
    note(.unknownValue, key, "\(key.rawValue) contains a spell that isn’t on the list.")
    return nil
  }

  private mutating func items(_ key: CharacterKey) -> [JSON]? {
    guard let value = value(key) else { return nil }
    if case .array(let items) = value { return items }
    note(.unknownValue, key, "\(key.rawValue) must be a list.")
    return nil
  }
}
