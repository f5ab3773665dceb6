import DiceLanguage
import Games

/// A foe at a table, which only the host sees.
package struct Foe: Equatable, Sendable {
  package static let armourClasses = -10...20
  package static let hitPointLimits = 1...999
  /// The roll that hits armour class 0.
  package static let attacks = 1...30
  package static let morales = 2...12
  package static let longestHitDice = 20

  package let name: String
  /// Descending.
  package let armourClass: Int
  /// In free words: `1+1`.
  package let hitDice: String
  package let hitPoints: Int
  package let attack: Int
  package let damage: Expression
  package let morale: Int

  /// - Throws: `RoomRefusal.setting` for a number outside its limits, or for words that aren't fit to
  ///   be shown.
  package init(
    name: String, armourClass: Int, hitDice: String, hitPoints: Int, attack: Int,
    damage: Expression, morale: Int
  ) throws(RoomRefusal) {
    guard Foe.armourClasses ~= armourClass, Foe.hitPointLimits ~= hitPoints,
      Foe.attacks ~= attack, Foe.morales ~= morale
    else { throw .setting }
    self.name = try SeatName.checked(
      name, longest: CharacterText.longest, largest: CharacterText.largest)
    self.hitDice = try SeatName.checked(
      hitDice, longest: Foe.longestHitDice, largest: CharacterText.largest)
    self.armourClass = armourClass
    self.hitPoints = hitPoints
    self.attack = attack
    self.damage = damage
    self.morale = morale
  }
}

extension FieldWriter {
  mutating func write(_ foe: Foe) {
    write(text: foe.name)
    write(text: foe.hitDice)
    for number in [foe.armourClass, foe.hitPoints, foe.attack, foe.morale] { write(number) }
    write(text: foe.damage.text)
  }
}

extension FieldReader {
  mutating func foe() throws -> Foe {
    let name = try text(largest: CharacterText.largest)
    let hitDice = try text(largest: CharacterText.largest)
    let armourClass = try int(in: Foe.armourClasses)
    let hitPoints = try int(in: Foe.hitPointLimits)
    let attack = try int(in: Foe.attacks)
    let morale = try int(in: Foe.morales)
    let damage = try expression()
    guard
      let foe = try? Foe(
        name: name, armourClass: armourClass, hitDice: hitDice, hitPoints: hitPoints,
        attack: attack, damage: damage, morale: morale), foe.name == name, foe.hitDice == hitDice
    else { throw Unreadable() }
    return foe
  }
}
