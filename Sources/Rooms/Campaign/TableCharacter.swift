import Games

/// The copy of a character at a table; the original is in its owner's vault.
package struct TableCharacter: Equatable, Sendable {
  /// The character, reduced to ID, name, class, level, hit points, conditions and lights.
  package private(set) var person: PlayerCharacter
  /// The descending armour class.
  package let armourClass: Int
  /// The lowest rolls that save, in the order of `SavingThrow`.
  package let saves: [Int]

  static let hitPoints = 0...9_999
  static let levels = 1...99
  static let armourClasses = -99...99
  static let rolls = -99...99

  /// Copies a character.
  /// - Throws: `RoomRefusal` for a name that isn't allowed.
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

  /// Applies a change; one that the rules forbid changes nothing, as in the vault.
  mutating func take(_ turn: TableTurn) { person = (try? person.taking(turn)) ?? person }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension FieldCoder {
  mutating func tableCharacter(_ character: TableCharacter?) throws -> TableCharacter {
    let person = character?.person
    let idText = try word(person?.id.text, longest: 36)
    let name = try text(person?.name, largest: CharacterText.largest)
    let characterClass = try choice(person?.characterClass)
    let level = try int(person?.level, in: TableCharacter.levels)
    let hitPoints = try int(person?.hitPoints, in: TableCharacter.hitPoints)
    let damage = try int(person.map { $0.hitPoints - $0.hitPointsNow }, in: 0...hitPoints)
    let armourClass = try int(character?.armourClass, in: TableCharacter.armourClasses)
    let saves = try SavingThrow.allCases.indices.map { index in
      try int(character?.saves[index], in: TableCharacter.rolls)
    }
    let conditions = try each(person?.record.conditions, most: PlayRecord.mostConditions) {
      try $0.condition($1)
    }
    let flames = try each(person?.clock.flames, most: Clock.flameCounts.upperBound) {
      coder, flame in
      let light = try coder.choice(flame?.light)
      return Clock.Flame(light, left: try coder.int(flame?.left, in: 1...light.turns))
    }
    if let character { return character }
    guard let id = CharacterID(text: idText) else { throw Unreadable() }
    let read = try TableCharacter(
      id: id, name: name, characterClass: characterClass, level: level, hitPoints: hitPoints,
      damage: damage, conditions: conditions, flames: flames, armourClass: armourClass,
      saves: saves)
    guard id.text == idText, read.person.name == name else { throw Unreadable() }
    return read
  }

  mutating func turn(_ turn: TableTurn?) throws -> TableTurn {
    let (kind, points, condition): (String?, Int?, String?) =
      switch turn {
      case .hurt(let points): ("hurt", points, nil)
      case .healed(let points): ("heal", points, nil)
      case .suffering(let condition): ("suffer", nil, condition)
      case .rid(let condition): ("rid", nil, condition)
      case nil: (nil, nil, nil)
      }
    return switch try word(kind) {
    case "hurt": .hurt(try int(points, in: PlayerCharacter.blows))
    case "heal": .healed(try int(points, in: PlayerCharacter.blows))
    case "suffer": .suffering(try self.condition(condition))
    case "rid": .rid(try self.condition(condition))
    default: throw Unreadable()
    }
  }

  private mutating func condition(_ condition: String?) throws -> String {
    try text(condition, largest: CharacterText.largest) {
      try PlayRecord.conditions([$0]).first ?? ""
    }
  }
}
