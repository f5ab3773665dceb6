extension CharacterDraft {
  /// Gold pieces kept back from armour, for light, food and a bag.
  private static let reserve = 15
  private static let basics: [Gear] = [
    .backpack, .torches, .tinderBox, .rationsStandard, .waterskin,
  ]
  private static let extras: [Gear] = [
    .crowbar, .grapplingHook, .ironSpikes, .lantern, .mirror, .oil, .pole, .rope, .sackLarge,
    .sackSmall, .wine, .hammer,
  ]
  private static let mostExtras = 3
  private static let stones = 10

  /// Returns everything, then buys what the class needs and the gold allows.
  func withSurprisingKit(using random: inout some RandomNumberGenerator) -> CharacterDraft {
    guard let characterClass else { return self }
    var draft = self
    draft.goods = Goods()
    if characterClass == .cleric { draft.buy(.gear(.holySymbol)) }
    if characterClass == .thief { draft.buy(.gear(.thievesTools)) }
    draft.buyHandWeapon(using: &random)
    draft.buyArmour()
    for gear in CharacterDraft.basics { draft.buy(.gear(gear)) }
    draft.buyMissileWeapon(using: &random)
    for gear in CharacterDraft.extras.shuffled(using: &random).prefix(CharacterDraft.mostExtras) {
      draft.buy(.gear(gear))
    }
    return draft
  }

  /// Buys it if the rules allow that and `rest` gold pieces are left.
  private mutating func buy(_ item: Item, leaving rest: Int = 0) {
    guard item.cost + rest <= goldLeft, let richer = try? buying(item) else { return }
    self = richer
  }

  /// One for at most a quarter of the gold, or a cheap one.
  private mutating func buyHandWeapon(using random: inout some RandomNumberGenerator) {
    let most = min(goldLeft, max(5, goldLeft / 4))
    let weapon = allowedWeapons.filter { $0.record.isMelee && $0.record.cost <= most }
      .randomElement(using: &random)
    if let weapon { buy(.weapon(weapon)) }
  }

  /// The best suit the gold allows, and a shield if a hand is free.
  private mutating func buyArmour() {
    for armour in Armour.allCases.reversed() where goods.armour == nil {
      buy(.armour(armour), leaving: CharacterDraft.reserve)
    }
    guard goods.weapons.allSatisfy({ !$0.record.needsBothHands }) else { return }
    buy(.shield, leaving: CharacterDraft.reserve)
  }

  /// One that the gold allows, with its ammunition.
  private mutating func buyMissileWeapon(using random: inout some RandomNumberGenerator) {
    let pairs = allowedWeapons.filter { !$0.record.isMelee }
      .map { weapon in
        (weapon: weapon, shot: Ammunition.allCases.first { $0.record.weapons.contains(weapon) })
      }
      .filter { $0.weapon.record.cost + ($0.shot?.record.cost ?? 0) <= goldLeft }
    guard let pair = pairs.randomElement(using: &random) else { return }
    buy(.weapon(pair.weapon))
    guard let shot = pair.shot else { return }
    for _ in 0..<(shot.record.cost == 0 ? CharacterDraft.stones : 1) { buy(.ammunition(shot)) }
  }

  private var allowedWeapons: [Weapon] { characterClass?.record.weapons.allowed ?? [] }
}
