extension PlayerCharacter {
  /// The number of an item that may be bought, sold, found or lost at once.
  package static let tradeCounts = 1...Goods.mostOfOne
  /// The gold pieces for which goods may be sold.
  package static let prices = 0...100_000

  /// Buys `count` of an item for its list price.
  /// - Throws: `RuleRefusal`, as `finding` does, or `.tooDear`.
  package func buying(_ item: Item, count: Int = 1) throws(RuleRefusal) -> PlayerCharacter {
    var character = try finding(item, count: count)
    character.coins = try coins.paying(item.cost * count * Coin.gold.worth)
    return character
  }

  /// Sells `count` of an item for a price in gold pieces; the rules have none for used goods.
  /// - Throws: `RuleRefusal`, as `losing` does, or `.outOfRange` for the price or the purse.
  package func selling(
    _ item: Item, count: Int = 1, for price: Int
  ) throws(RuleRefusal) -> PlayerCharacter {
    guard PlayerCharacter.prices ~= price else {
      throw .outOfRange(PlayerCharacter.prices, of: .price)
    }
    let character = try losing(item, count: count)
    return price == 0 ? character : try character.receiving(price, of: .gold)
  }

  /// Adds `count` of an item; armour and a shield are worn if nothing is in their way.
  /// - Throws: `RuleRefusal.outOfRange`, `.armourForbidden`, `.weaponForbidden` or `.tooMany`.
  package func finding(_ item: Item, count: Int = 1) throws(RuleRefusal) -> PlayerCharacter {
    try PlayerCharacter.check(count)
    if let refusal = characterClass.obstacle(toUsing: item) { throw refusal }
    guard belongings[item] + count <= Goods.mostOfOne else { throw .tooMany(item) }
    return playing { character in
      guard item.isWorn else { return character.goods[item] += count }
      character.record.spares[item] += count
      character.wearIfFree(item)
    }
  }

  /// Removes `count` of an item, or pieces of one that is used up piece by piece.
  ///
  /// The fullest quivers and cases go first, and armour that isn't worn.
  /// - Throws: `RuleRefusal.outOfRange`, `.notOwned` or `.tooFew`.
  package func losing(_ item: Item, count: Int = 1) throws(RuleRefusal) -> PlayerCharacter {
    try PlayerCharacter.check(count)
    let found = self[pieces: item]
    guard found > 0 else { throw .notOwned(item) }
    guard found >= count else { throw .tooFew(item, found: found) }
    return playing { character in
      character[pieces: item] = found - count
      character.dropMissing(item)
      if item == .gear(.lantern) { character.putOutLanterns(leaving: found - count) }
      if case .ammunition(let shot) = item, let used = record.shotsUsed[shot] {
        let left = min(used, character.goods[item] * shot.record.count)
        character.record.shotsUsed[shot] = left == 0 ? nil : left
      }
    }
  }

  /// Puts coins into the purse.
  /// - Throws: `RuleRefusal.outOfRange`.
  package func receiving(_ count: Int, of coin: Coin) throws(RuleRefusal) -> PlayerCharacter {
    let sums = Coins.rangeInPlay
    guard sums ~= count, count > 0, sums ~= coins[coin], sums ~= coins[coin] + count else {
      throw .outOfRange(sums, of: .coins(coin))
    }
    return playing { $0.coins[coin] += count }
  }

  /// Takes coins out of the purse.
  /// - Throws: `RuleRefusal.outOfRange` or `.notEnoughCoins`.
  package func spending(_ count: Int, of coin: Coin) throws(RuleRefusal) -> PlayerCharacter {
    guard Coins.rangeInPlay ~= count, count > 0 else {
      throw .outOfRange(Coins.rangeInPlay, of: .coins(coin))
    }
    guard coins[coin] >= count else { throw .notEnoughCoins(coin, found: coins[coin]) }
    return playing { $0.coins[coin] -= count }
  }

  /// Adds a thing that no shop sells.
  /// - Throws: `RuleRefusal.words`, `.tooManyWords`, `.outOfRange` or `.thingUnknown`.
  package func noting(_ thing: OtherThing) throws(RuleRefusal) -> PlayerCharacter {
    let all = try PlayRecord.otherThings(record.otherThings + [thing])
    return changed { $0.record.otherThings = all }
  }

  /// Removes a thing that no shop sells, by its place in the list; does nothing if there is none.
  package func strikingOut(otherThingAt place: Int) -> PlayerCharacter {
    guard record.otherThings.indices ~= place else { return self }
    return changed { $0.record.otherThings.remove(at: place) }
  }

  /// The number of an item, or of pieces of one that is used up piece by piece.
  ///
  /// Pieces are in full bundles apart from one that is opened. Armour that isn't worn goes first.
  package internal(set) subscript(pieces item: Item) -> Int {
    get {
      guard case .gear(let gear) = item, let bundle = gear.pieces else { return belongings[item] }
      let used = min(max(record.piecesUsed[gear] ?? 0, 0), bundle)
      return max(0, goods[item] * bundle - used)
    }
    set {
      guard case .gear(let gear) = item, let bundle = gear.pieces else {
        guard item.isWorn else {
          goods[item] = newValue
          return
        }
        goods[item] = min(goods[item], newValue)
        let spare = newValue - goods[item]
        if spare != record.spares[item] { record.spares[item] = spare }
        return
      }
      goods[item] = (newValue + bundle - 1) / bundle
      let used = goods[item] * bundle - newValue
      if used != record.piecesUsed[gear] ?? 0 { record.piecesUsed[gear] = used == 0 ? nil : used }
    }
  }

  private static func check(_ count: Int) throws(RuleRefusal) {
    guard tradeCounts ~= count else { throw .outOfRange(tradeCounts, of: .count) }
  }
}

extension Coins {
  /// The order in which coins pay a price; a bigger coin is only changed for the rest.
  private static let payingOrder: [Coin] = [.gold, .electrum, .silver, .copper, .platinum]
  private static let changeOrder: [Coin] = [.gold, .silver, .copper]

  /// Returns the coins after paying `price` copper pieces, with change for the last coin.
  /// - Throws: `RuleRefusal.tooDear`.
  package func paying(_ price: Int) throws(RuleRefusal) -> Coins {
    guard price <= worth else { throw .tooDear(cost: price, worth: worth) }
    var purse = self
    var due = price
    for coin in Coins.payingOrder {
      let count = min(purse[coin], due / coin.worth)
      purse[coin] -= count
      due -= count * coin.worth
    }
    // The rest is less than any coin that is left.
    let broken = Coin.allCases.reversed().first { purse[$0] > 0 && $0.worth > due }
    guard due > 0, let broken else { return purse }
    purse[broken] -= 1
    var change = broken.worth - due
    for coin in Coins.changeOrder {
      purse[coin] += change / coin.worth
      change %= coin.worth
    }
    return purse
  }
}
