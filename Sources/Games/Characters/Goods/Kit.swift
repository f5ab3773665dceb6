/// A beginner's random kit: weapon, armour, light, food, and other gear that belongs together.
package struct Kit: Sendable {
  /// Light and food; a light needs something to light it with.
  private static let lightAndFood: [Item] = [
    .gear(.torches), .gear(.tinderBox), .gear(.rationsStandard),
  ]
  private static let luggage: [Item] = [.gear(.backpack), .gear(.waterskin)]
  /// Sets of gear, each bought as a whole or not at all.
  private static let extras: [[Item]] = [
    [.gear(.hammer), .gear(.ironSpikes)], [.gear(.lantern), .gear(.oil), .gear(.oil)],
    [.gear(.grapplingHook), .gear(.rope)], [.gear(.rope)], [.gear(.crowbar)], [.gear(.mirror)],
    [.gear(.pole)], [.gear(.sackLarge)], [.gear(.sackSmall)], [.gear(.wine)],
  ]
  private static let mostExtras = 3
  private static let stones = 10

  package private(set) var goods = Goods()
  private let wearer: CharacterClass
  /// The gold left, in gold pieces.
  private var gold: Int

  /// Packs a kit for a character with at least the lowest `PlayerCharacter.startingGold`.
  package init(
    for wearer: CharacterClass, gold: Int, using random: inout some RandomNumberGenerator
  ) {
    self.wearer = wearer
    self.gold = gold
    buy(Kit.lightAndFood)
    if let tool = wearer.tool { buy([.gear(tool)], leaving: cheapestHandWeapon) }
    buyHandWeapon(using: &random)
    buyArmour()
    for item in Kit.luggage { buy([item]) }
    buyMissileWeapon(using: &random)
    for extra in Kit.extras.shuffled(using: &random).prefix(Kit.mostExtras) { buy(extra) }
  }

  /// Buys all of them if the class may use them and `rest` gold pieces are left.
  private mutating func buy(_ items: [Item], leaving rest: Int = 0) {
    let cost = items.reduce(0) { $0 + $1.cost }
    guard cost + rest <= gold, items.allSatisfy(wearer.allows) else { return }
    goods.add(items)
    gold -= cost
  }

  private var handWeapons: [Weapon] { wearer.record.weapons.allowed.filter(\.record.isMelee) }
  private var cheapestHandWeapon: Int { handWeapons.map(\.record.cost).min() ?? 0 }

  /// Buys fighters and elves a sword, others a weapon for up to 5 gp or a quarter of the gold.
  private mutating func buyHandWeapon(using random: inout some RandomNumberGenerator) {
    if wearer.fights { buy([.weapon(.sword)]) }
    guard goods.weapons.isEmpty else { return }
    let most = min(gold, max(5, gold / 4))
    let weapon = handWeapons.filter { $0.record.cost <= most }.randomElement(using: &random)
    if let weapon { buy([.weapon(weapon)]) }
  }

  /// Buys the best suit that leaves enough for luggage, and a shield if a hand is free.
  private mutating func buyArmour() {
    let reserve = Kit.luggage.reduce(0) { $0 + $1.cost }
    for armour in Armour.allCases.reversed() where goods.armour == nil {
      buy([.armour(armour)], leaving: reserve)
    }
    if goods.weapons.allSatisfy({ !$0.record.needsBothHands }) { buy([.shield], leaving: reserve) }
  }

  /// Buys a missile weapon that the gold allows, with its ammunition.
  private mutating func buyMissileWeapon(using random: inout some RandomNumberGenerator) {
    let choices = wearer.record.weapons.allowed.filter { !$0.record.isMelee }
      .map { [.weapon($0)] + Kit.ammunition(for: $0) }
      .filter { $0.reduce(0) { $0 + $1.cost } <= gold }
    if let choice = choices.randomElement(using: &random) { buy(choice) }
  }

  private static func ammunition(for weapon: Weapon) -> [Item] {
    guard let shot = weapon.shots.first else { return [] }
    return Array(repeating: .ammunition(shot), count: shot.record.cost == 0 ? stones : 1)
  }
}

extension CharacterClass {
  /// Whether members fight with swords.
  fileprivate var fights: Bool { self == .fighter || self == .elf }

  /// The gear that members can hardly work without.
  fileprivate var tool: Gear? {
    switch self {
    case .cleric: .holySymbol
    case .thief: .thievesTools
    case .dwarf, .elf, .fighter, .halfling, .magicUser: nil
    }
  }
}
