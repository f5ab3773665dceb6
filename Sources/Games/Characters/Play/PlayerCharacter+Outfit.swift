/// The items that are worn and held, and those that are only carried.
extension PlayerCharacter {
  /// The hands of one character.
  private static let hands = 2

  /// All goods, worn or not.
  package var belongings: Goods {
    guard let spares = play?.spares, !spares.isEmpty else { return goods }
    return spares.entries.reduce(into: goods) { $0[$1.item] += $1.count }
  }

  /// Returns how many of an item are worn or in hand.
  package func worn(_ item: Item) -> Int {
    switch item {
    case .armour, .shield: goods[item]
    case .weapon(let weapon): play?.inHand.count { $0 == weapon } ?? 0
    case .ammunition, .gear: 0
    }
  }

  /// Puts on a suit of armour, or takes a shield or a weapon in hand.
  ///
  /// Puts away what leaves no room for it: another suit, the weapon held longest, or the shield if
  /// both hands are needed. Does nothing if no more of these can be worn.
  /// - Throws: `RuleRefusal.notOwned`, or `.unknownItem` for what isn't worn.
  package func wearing(_ item: Item) throws(RuleRefusal) -> PlayerCharacter {
    var character = try checked(item)
    switch item {
    case .armour, .shield:
      guard goods[item] == 0 else { return self }
      character.makeRoom(for: item)
      character.move(item, isWorn: true)
    case .weapon(let weapon):
      guard worn(item) < goods[item] else { return self }
      character.makeRoom(for: item)
      character.record.inHand.append(weapon)
      // Beside a shield, one dagger would only replace another.
      guard character.worn(item) > worn(item) else { return self }
    case .ammunition, .gear: throw .unknownItem
    }
    return character
  }

  /// Takes off armour, or puts away what is in hand; does nothing if it isn't worn.
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

  /// Wears a new item if there is room for it, as a beginner does.
  mutating func wearIfFree(_ item: Item) {
    let isFree =
      item == .shield ? !hasShield && handsTaken < PlayerCharacter.hands : armour == nil
    if isFree { move(item, isWorn: true) }
  }

  /// Puts away what is in the way of an item to be worn or held.
  mutating func makeRoom(for item: Item) {
    switch item {
    case .armour:
      if let worn = goods.armour { move(.armour(worn), isWorn: false) }
      putAwayThings { $0.armour != nil }
    case .shield: putAwayShield()
    case .weapon(let weapon): if weapon.record.needsBothHands { putAwayShield() }
    case .ammunition, .gear: break
    }
    while handsTaken + item.hands > PlayerCharacter.hands, !record.inHand.isEmpty {
      record.inHand.removeFirst()
    }
    if handsTaken + item.hands > PlayerCharacter.hands { putAwayThings { $0.weapon != nil } }
  }

  private mutating func putAwayShield() {
    if goods.hasShield { move(.shield, isWorn: false) }
    putAwayThings { $0.item == .shield }
  }

  private mutating func putAwayThings(where isInTheWay: (OtherThing) -> Bool) {
    for place in record.otherThings.indices
    where record.otherThings[place].isWorn && isInTheWay(record.otherThings[place]) {
      record.otherThings[place].isWorn = false
    }
  }

  /// Puts away weapons that are no longer owned.
  mutating func dropMissing(_ item: Item) {
    guard case .weapon(let weapon) = item else { return }
    while worn(item) > goods[item], let place = record.inHand.lastIndex(of: weapon) {
      record.inHand.remove(at: place)
    }
  }

  /// The rules that worn and held items break.
  var brokenOutfit: [BrokenRule] {
    let missing = Set(record.inHand).filter { worn(.weapon($0)) > goods[.weapon($0)] }
    var rules = missing.map { BrokenRule(.notInHand($0), .inHand) }
    let things = wornThings.compactMap(\.item)
    rules += things.compactMap { characterClass.obstacle(toUsing: $0) }.map {
      BrokenRule($0, .otherThings)
    }
    let suits = Goods(things + Item.Category.armour.items.filter { goods[$0] > 0 })
    if !things.isEmpty, !suits.hasNoSpareArmour {
      rules.append(BrokenRule(.tooMuchArmour, .otherThings))
    }
    guard handsTaken > PlayerCharacter.hands else { return rules }
    return rules + [BrokenRule(.handsFull, .inHand)]
  }

  private var handsTaken: Int {
    let shields = goods.hasShield ? 1 : 0
    let held = record.inHand.reduce(shields) { $0 + Item.weapon($1).hands }
    return wornThings.reduce(held) { $0 + ($1.item?.hands ?? 0) }
  }

  private func checked(_ item: Item) throws(RuleRefusal) -> PlayerCharacter {
    guard belongings[item] > 0 else { throw .notOwned(item) }
    return playing { _ in }
  }

  private mutating func move(_ item: Item, isWorn: Bool) {
    let change = isWorn ? 1 : -1
    goods[item] += change
    record.spares[item] -= change
  }
}

extension Item {
  /// The number of hands that hold it.
  fileprivate var hands: Int {
    switch self {
    case .shield: 1
    case .weapon(let weapon): weapon.record.needsBothHands ? 2 : 1
    case .armour, .ammunition, .gear: 0
    }
  }
}
