import Games

/// What a table knows of a character: a copy, as the vault of whoever brought it has the original.
package struct TableCharacter: Equatable, Sendable {
  /// Its number, name, class, level, hit points, conditions and lights, and nothing else.
  package private(set) var person: PlayerCharacter
  /// Descending.
  package let armourClass: Int
  /// What must be rolled, in the order of `SavingThrow`.
  package let saves: [Int]

  static let hitPoints = 0...9_999
  static let levels = 1...99
  static let armourClasses = -99...99
  static let rolls = -99...99

  /// Copies a character.
  /// - Throws: `RoomRefusal` for a name that is not allowed.
  package init(_ character: PlayerCharacter) throws(RoomRefusal) {
    let sheet = RecordSheet(character)
    try self.init(
      id: character.id, name: character.name, characterClass: character.characterClass,
      level: character.level, hitPoints: character.hitPoints,
      damage: character.hitPoints - character.hitPointsNow,
      conditions: character.record.conditions, flames: character.clock.flames,
      armourClass: sheet.descendingArmourClass.value,
      saves: SavingThrow.allCases.map { sheet.saves[$0] })
  }

  fileprivate init(
    id: CharacterID, name: String, characterClass: CharacterClass, level: Int, hitPoints: Int,
    damage: Int, conditions: [String], flames: [Clock.Flame], armourClass: Int, saves: [Int]
  ) throws(RoomRefusal) {
    let hitPoints = hitPoints.clamped(to: TableCharacter.hitPoints)
    var person = PlayerCharacter(
      id: id,
      name: try SeatName.checked(
        name, longest: CharacterText.longest, largest: CharacterText.largest),
      level: level.clamped(to: TableCharacter.levels), characterClass: characterClass,
      hitPoints: hitPoints, coins: Coins(), scores: AbilityScores { _ in 10 })
    var play = PlayRecord()
    play.damage = damage.clamped(to: 0...hitPoints)
    play.conditions = (try? PlayRecord.conditions(conditions)) ?? []
    play.clock.flames = flames.prefix(Clock.flameCounts.upperBound)
      .filter { 1...$0.light.turns ~= $0.left }
    person.play = play
    self.person = person
    self.armourClass = armourClass.clamped(to: TableCharacter.armourClasses)
    self.saves = saves.map { $0.clamped(to: TableCharacter.rolls) }
  }

  /// What a rule forbids changes nothing, as in the vault.
  mutating func take(_ turn: TableTurn) {
    person = (try? person.taking(turn)) ?? person
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension FieldWriter {
  mutating func write(_ character: TableCharacter) {
    let person = character.person
    write(word: person.id.text)
    write(text: person.name)
    for number in [
      person.characterClass.rawValue, person.level, person.hitPoints,
      person.hitPoints - person.hitPointsNow, character.armourClass,
    ] { write(number) }
    for save in character.saves { write(save) }
    write(each: person.record.conditions) { $0.write(text: $1) }
    write(each: person.clock.flames) { writer, flame in
      writer.write(flame.light.rawValue)
      writer.write(flame.left)
    }
  }

  mutating func write(_ turn: TableTurn) {
    switch turn {
    case .hurt(let points):
      write(word: "hurt")
      write(points)
    case .healed(let points):
      write(word: "heal")
      write(points)
    case .suffering(let condition):
      write(word: "suffer")
      write(text: condition)
    case .rid(let condition):
      write(word: "rid")
      write(text: condition)
    }
  }
}

extension FieldReader {
  mutating func tableCharacter() throws -> TableCharacter {
    let idText = try word(longest: 36)
    let name = try text(largest: CharacterText.largest)
    guard let id = CharacterID(text: idText),
      let characterClass = CharacterClass(
        rawValue: try int(in: 0...CharacterClass.allCases.count - 1))
    else { throw Unreadable() }
    let level = try int(in: TableCharacter.levels)
    let hitPoints = try int(in: TableCharacter.hitPoints)
    let damage = try int(in: 0...hitPoints)
    let armourClass = try int(in: TableCharacter.armourClasses)
    var saves: [Int] = []
    for _ in SavingThrow.allCases { saves.append(try int(in: TableCharacter.rolls)) }
    let conditions = try array(most: PlayRecord.mostConditions) { try $0.condition() }
    let flames = try array(most: Clock.flameCounts.upperBound) { reader in
      guard
        let light = Clock.Light(
          rawValue: try reader.int(in: 0...Clock.Light.allCases.count - 1))
      else { throw Unreadable() }
      return Clock.Flame(light, left: try reader.int(in: 1...light.turns))
    }
    guard
      let character = try? TableCharacter(
        id: id, name: name, characterClass: characterClass, level: level, hitPoints: hitPoints,
        damage: damage, conditions: conditions, flames: flames, armourClass: armourClass,
        saves: saves), id.text == idText, character.person.name == name
    else { throw Unreadable() }
    return character
  }

  mutating func turn() throws -> TableTurn {
    switch try word() {
    case "hurt": .hurt(try int(in: PlayerCharacter.blows))
    case "heal": .healed(try int(in: PlayerCharacter.blows))
    case "suffer": .suffering(try condition())
    case "rid": .rid(try condition())
    default: throw Unreadable()
    }
  }

  private mutating func condition() throws -> String {
    let text = try text(largest: CharacterText.largest)
    guard (try? PlayRecord.conditions([text])) == [text] else { throw Unreadable() }
    return text
  }
}
