import Games
import Site
import Web

extension CharacterReader {
  mutating func id(_ key: CharacterKey = .id) -> CharacterID? {
    guard let value = value(key) else { return nil }
    if case .string(let text) = value, let id = CharacterID(text: text) { return id }
    note(.unknownValue, key, "\(key.rawValue) must be a UUID.")
    return nil
  }

  mutating func string(_ key: CharacterKey) -> String? {
    guard let value = value(key) else { return nil }
    guard case .string(let text) = value else {
      note(.unknownValue, key, "\(key.rawValue) must be a string.")
      return nil
    }
    return text
  }

  mutating func whole(_ key: CharacterKey) -> Int? {
    value(key).flatMap { whole($0, key) }
  }

  mutating func whole(_ value: JSON, _ key: CharacterKey, part: String? = nil) -> Int? {
    switch value.whole {
    case .number(let number): return number
    case .tooLarge: note(.outOfRange, key, "This number is far too large.", part: part)
    case .fraction, nil: note(.unknownValue, key, "This must be a whole number.", part: part)
    }
    return nil
  }

  mutating func choice<Thing: Keyed>(_ key: CharacterKey) -> Thing? {
    guard let value = value(key) else { return nil }
    guard case .string(let text) = value, let thing = Thing(id: text) else {
      let names = Thing.keys.map(\.id).joined(separator: ", ")
      note(.unknownValue, key, "\(key.rawValue) must be one of \(names).")
      return nil
    }
    return thing
  }

  mutating func list<Thing: Keyed>(_ key: CharacterKey, unknown: RuleCode) -> [Thing] {
    guard let value = value(key) else { return [] }
    guard case .array(let items) = value else {
      note(.unknownValue, key, "\(key.rawValue) must be a list of strings.")
      return []
    }
    return items.compactMap { item in
      guard case .string(let text) = item else {
        note(.unknownValue, key, "\(key.rawValue) must contain only strings.")
        return nil
      }
      guard let thing = Thing(id: text) else {
        note(unknown, key, "\(key.rawValue) contains a name that isn’t in the rules.")
        return nil
      }
      return thing
    }
  }
}
