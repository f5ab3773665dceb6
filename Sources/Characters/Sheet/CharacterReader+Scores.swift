import Games
import Site
import Web

extension CharacterReader {
  /// Reads six scores in any order; `nil` if one cannot be read.
  mutating func scores(_ key: CharacterKey) -> AbilityScores? {
    guard let value = value(key) else { return nil }
    var found: [Ability: Int] = [:]
    for (name, score) in entries(of: value, key, "statType", "score") {
      guard let ability = Ability(id: name) else {
        note(.unknownValue, key, "statType must be one of str, dex, con, int, wis, cha.")
        continue
      }
      guard let score = whole(score, key, part: ability.id) else { continue }
      if found.updateValue(score, forKey: ability) != nil {
        note(.unknownValue, key, "\(ability.name) is given twice.", part: ability.id)
      }
    }
    guard !unread.contains(key) else { return nil }
    for ability in CharacterJSON.abilities where found[ability] == nil {
      note(.missingKey, key, "\(ability.name) is missing.", part: ability.id)
    }
    return unread.contains(key) ? nil : AbilityScores { found[$0] ?? 10 }
  }

  /// Reads how often each thing was rolled; `nil` if a count cannot be read.
  mutating func rolls() -> RollCounts? {
    guard let value = value(.rolls) else { return nil }
    guard case .object(let members) = value else {
      note(.unknownValue, .rolls, "rolls must be an object of counts.")
      return nil
    }
    var found: [String: Int] = [:]
    for member in members {
      found[member.name] = whole(member.value, .rolls, part: CharacterReader.cut(member.name))
    }
    let singles = CharacterJSON.abilities.map(\.id)
    let names = ["abilities"] + singles + ["hitPoints", "gold"]
    for name in found.keys.sorted() where !names.contains(name) {
      note(
        .unknownKey, .rolls, "Nothing with that name is rolled.", part: CharacterReader.cut(name))
    }
    for name in names {
      if let count = found[name] {
        guard !(RollCounts.range ~= count) else { continue }
        let range = RollCounts.range
        let message = "There can be \(range.words) rolls."
        note(.outOfRange, .rolls, message, part: name)
      } else if value[name] == nil {
        note(.missingKey, .rolls, "This count is missing.", part: name)
      }
    }
    guard !unread.contains(.rolls) else { return nil }
    return RollCounts(
      abilities: found["abilities"] ?? 0, hitPoints: found["hitPoints"] ?? 0,
      gold: found["gold"] ?? 0
    ) { found[$0.id] ?? 0 }
  }

  /// Modifiers say nothing about the character, but must be the twelve that all characters have.
  mutating func checkModifiers() {
    guard let value = value(.modifiers) else { return }
    var found: Set<String> = []
    for (name, stat) in entries(of: value, .modifiers, "modType", "asscStat") {
      guard let pair = Modifier.pairs.first(where: { $0.modType == name }) else {
        note(.unknownValue, .modifiers, "This modType isn’t one of the twelve.")
        continue
      }
      if stat != .string(pair.ability.id) {
        note(.unknownValue, .modifiers, "asscStat must be \(pair.ability.id) here.", part: name)
      }
      if !found.insert(name).inserted {
        note(.unknownValue, .modifiers, "This modType is given twice.", part: name)
      }
    }
    guard !unread.contains(.modifiers) else { return }
    for pair in Modifier.pairs where !found.contains(pair.modType) {
      note(.missingKey, .modifiers, "This modifier is missing.", part: pair.modType)
    }
  }

  /// Reads a list of objects with two keys each; the first holds a name.
  private mutating func entries(
    of value: JSON, _ key: CharacterKey, _ name: String, _ content: String
  ) -> [(name: String, content: JSON)] {
    guard case .array(let items) = value else {
      note(.unknownValue, key, "\(key.rawValue) must be a list of objects.")
      return []
    }
    return items.compactMap { item in
      guard case .object(let members) = item else {
        note(.unknownValue, key, "\(key.rawValue) must contain only objects.")
        return nil
      }
      for member in members where member.name != name && member.name != content {
        note(
          .unknownKey, key, "Only \(name) and \(content) belong here.",
          part: CharacterReader.cut(member.name))
      }
      for part in [name, content] where item[part] == nil {
        note(.missingKey, key, "\(part) is missing.", part: part)
      }
      guard let first = item[name], let second = item[content] else { return nil }
      guard case .string(let text) = first else {
        note(.unknownValue, key, "\(name) must be a string.", part: name)
        return nil
      }
      return (text, second)
    }
  }
}
