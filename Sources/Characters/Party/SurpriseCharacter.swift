import Games

extension CharacterDraft {
  /// A whole random character, as far as possible with a name and a class that none of
  /// these has: in a party, two of the same name are hard to tell apart.
  ///
  /// `places`: how many are still to come, this one included; the last of them fight and heal, if
  /// nobody does yet.
  static func surprise(
    besides others: [PlayerCharacter], places: Int,
    using random: inout some RandomNumberGenerator
  ) -> PlayerCharacter {
    let names = Set(others.map(\.name))
    let taken = Set(others.map(\.characterClass))
    let missing = [CharacterClass.fighting, CharacterClass.healing].filter {
      $0.isDisjoint(with: taken)
    }
    let wanted =
      missing.isEmpty || missing.count < places ? Set(CharacterClass.allCases) : missing[0]
    let fresh = wanted.subtracting(taken)
    let classes = fresh.isEmpty ? wanted : fresh
    // Some class of each kind asks for no scores, so that somebody fits soon.
    var character = surprise(using: &random)
    for _ in 1...200
    where names.contains(character.name) || !classes.contains(character.characterClass) {
      character = surprise(using: &random)
    }
    return character
  }

  private static func surprise(
    using random: inout some RandomNumberGenerator
  ) -> PlayerCharacter {
    let draft = CharacterDraft.random(using: &random)
    guard let character = try? draft.character(id: CharacterID(using: &random)) else {
      preconditionFailure("a random draft lacks something")
    }
    return character
  }
}

extension CharacterClass {
  /// Those who stand in front.
  fileprivate static let fighting: Set = [fighter, dwarf, elf, halfling]
  fileprivate static let healing: Set = [cleric]
}
