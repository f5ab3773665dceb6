/// What is worn and held, and what is only carried.
extension PlayerCharacter {
  /// What one body can hold.
  private static let hands = 2

  /// All goods, whether they are worn or not.
  package var belongings: Goods {
    guard let spares = play?.spares, !spares.isEmpty else { return goods }
    return spares.entries.reduce(into: goods) { $0[$1.item] += $1.count }
  }

  /// Of so many of an item that are carried, how many are worn or in hand.
  package func worn(_ item: Item) -> Int {
    switch item {
    case .armour, .shield: goods[item]
    case .weapon(let weapon): play?.inHand.count { $0 == weapon } ?? 0
    case .ammunition, .gear: 0
    }
  }

  /// Puts on a suit of armour, or takes a shield or a weapon in hand.
  ///
  /// Puts away what leaves no room for it: another suit, the weapon that was held longest, the shield
  /// if both hands are needed. Does nothing if all of these are worn already.
  /// - Throws: `RuleRefusal.notOwned`, or `.unknownItem` for what isn't worn.
  package func wearing(_ item: Item) throws(RuleRefusal) -> PlayerCharacter {
    var character = try checked(item)
    switch item {
    case .armour:
      guard goods[item] == 0 else { return self }
      if let worn = goods.armour { character.move(.armour(worn), isWorn: false) }
      character.move(item, isWorn: true)
    case .shield:
      guard goods[item] == 0 else { return self }
      character.move(item, isWorn: true)
    case .weapon(let weapon):
      guard worn(item) < goods[item] else { return self }
      if weapon.record.needsBothHands, goods.hasShield { character.move(.shield, isWorn: false) }
      character.record.inHand.append(weapon)
    case .ammunition, .gear: throw .unknownItem
    }
    while character.handsTaken > PlayerCharacter.hands, !character.record.inHand.isEmpty {
      character.record.inHand.removeFirst()
    }
    return character
  }

  /// Takes off armour, or puts away what is in hand; nothing if it isn't worn.
  /// - Throws: `RuleRefusal.notOwned`, or `.unknownItem` for what isn't worn.
  package func puttingAway(_ item: Item) throws(RuleRefusal) -> PlayerCharacter {
    var character = try checked(item)
    guard worn(item) > 0 else { return self }
    guard case .weapon(let weapon) = item else {
      character.move(item, isWorn: false)
      return character
    }
    if let place = record.inHand.lastIndex(of: weapon) { character.record.inHand.remove(at: place) }
    return character
  }

  /// Wears what was just found if there is room for it, as a beginner does.
  mutating func wearIfFree(_ item: Item) {
    let isFree =
      item == .shield
      ? !goods.hasShield && handsTaken < PlayerCharacter.hands : goods.armour == nil
    if isFree { move(item, isWorn: true) }
  }

  /// No more weapons are in hand than there are.
  mutating func dropMissing(_ item: Item) {
    guard case .weapon(let weapon) = item else { return }
    while worn(item) > goods[item], let place = record.inHand.lastIndex(of: weapon) {
      record.inHand.remove(at: place)
    }
  }

  /// Rules that what is in hand breaks.
  var brokenHands: [BrokenRule] {
    let missing = Set(record.inHand).filter { worn(.weapon($0)) > goods[.weapon($0)] }
    let rules = missing.map { BrokenRule(.notInHand($0), .inHand) }
    guard !record.inHand.isEmpty, handsTaken > PlayerCharacter.hands else { return rules }
    return rules + [BrokenRule(.handsFull, .inHand)]
  }

  private var handsTaken: Int {
    record.inHand.reduce(goods.hasShield ? 1 : 0) { $0 + ($1.record.needsBothHands ? 2 : 1) }
  }

  private func checked(_ item: Item) throws(RuleRefusal) -> PlayerCharacter {
    guard belongings[item] > 0 else { throw .notOwned(item) }
    var character = self
    character.record = record
    return character
  }

  private mutating func move(_ item: Item, isWorn: Bool) {
    let change = isWorn ? 1 : -1
    goods[item] += change
    record.spares[item] -= change
  }
}
