import Testing

@testable import Games

/// The refusal with which a change of a party fails; `nil` if it succeeds.
func refusal<Value>(_ change: () throws -> Value) -> PartyRefusal? {
  do {
    _ = try change()
    return nil
  } catch {
    return error as? PartyRefusal
  }
}

extension PlayerCharacter {
  /// Somebody with a number of its own and nothing out of the ordinary: all scores 10 but charisma.
  static func member(
    _ number: Int, _ characterClass: CharacterClass = .fighter, level: Int = 1, charisma: Int = 10,
    strength: Int = 10
  ) throws -> PlayerCharacter {
    var character = try PlayerCharacter.veteran(
      characterClass, level: level, scores: .of(strength, 10, 10, 10, 10, charisma), gold: 0)
    character.id = try .numbered(number)
    return character
  }
}

extension CharacterID {
  /// One of a hundred that are all different.
  static func numbered(_ number: Int) throws -> CharacterID {
    let digits = number < 10 ? "0\(number)" : "\(number)"
    return try #require(CharacterID(text: "E621E1F8-C36C-495A-93FC-0C247A3E6E\(digits)"))
  }
}

extension Party {
  /// With so many members, numbered from 1.
  static func of(_ count: Int) throws -> Party {
    var party = try Party(named: "The Lanterns")
    for number in 0..<count { party = try party.adding(.numbered(number + 1)) }
    return party
  }

  /// Their numbers in marching order.
  var order: [Int] { members.compactMap { Int($0.id.text.suffix(2)) } }
}
