import DiceLanguage
import Games

/// A foe at a table, seen only by the host.
package struct Foe: Equatable, Sendable {
  package static let armourClasses = -10...20
  package static let hitPointLimits = 1...999
  /// The lowest roll that hits armour class 0.
  package static let attacks = 1...30
  package static let morales = 2...12
  package static let longestHitDice = 20

  package let name: String
  /// The descending armour class.
  package let armourClass: Int
  /// The hit dice in free words: `1+1`.
  package let hitDice: String
  package let hitPoints: Int
  package let attack: Int
  package let damage: Expression
  package let morale: Int

  /// - Throws: `RoomRefusal.setting` for a number outside its limits or for unfit words.
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

extension FieldCoder {
  mutating func foe(_ foe: Foe?) throws -> Foe {
    let name = try text(foe?.name, largest: CharacterText.largest)
    let hitDice = try text(foe?.hitDice, largest: CharacterText.largest)
    let armourClass = try int(foe?.armourClass, in: Foe.armourClasses)
    let hitPoints = try int(foe?.hitPoints, in: Foe.hitPointLimits)
    let attack = try int(foe?.attack, in: Foe.attacks)
    let morale = try int(foe?.morale, in: Foe.morales)
    let damage = try expression(foe?.damage)
    if let foe { return foe }
    let read = try Foe(
      name: name, armourClass: armourClass, hitDice: hitDice, hitPoints: hitPoints,
      attack: attack, damage: damage, morale: morale)
    guard read.name == name, read.hitDice == hitDice else { throw Unreadable() }
    return read
  }
}
