extension PlayerCharacter {
  /// Undoes the change from `before` to `after`, and leaves everything else as it is now.
  /// - Throws: `RuleRefusal.changedSince`, or that there is less now than the undo takes.
  func undoing(
    from before: PlayerCharacter, to after: PlayerCharacter
  ) throws(RuleRefusal) -> PlayerCharacter {
    var undoing = Undoing(before: before, after: after, now: self)
    for (text, part) in CharacterText.single { try undoing.restore(part, .text(text)) }
    try undoing.restore(\.alignment, .alignment)
    try undoing.restore(\.additionalLanguages, .languages)
    try undoing.restore(\.rank, .level)
    try undoing.restore(\.spells, .spellBook)
    try undoing.restore(\.record.higherSpells, .spellBook)
    try undoing.restore(\.record.prepared, .prepared)
    try undoing.restore(\.record.conditions, .conditions)
    try undoing.restore(\.record.otherThings, .otherThings)
    try undoing.restore(\.record.inHand, .worn)
    try undoing.restore(\.record.clock, .clock)
    for item in Item.Category.armour.items {
      let refusal = self[pieces: item] == 0 ? RuleRefusal.notOwned(item) : .changedSince(.worn)
      try undoing.reverse(\.goods[item], 0...1) { refusal }
      try undoing.reverse(\.[spare: item], 0...Goods.mostOfOne) { refusal }
    }
    for item in Item.all where !item.isWorn {
      let found = self[pieces: item]
      try undoing.reverse(\.[pieces: item], 0...(Goods.mostOfOne * item.bundle)) {
        found == 0 ? .notOwned(item) : .tooFew(item, found: found)
      }
    }
    for shot in Ammunition.allCases {
      let refusal = RuleRefusal.noShots(shot, found: shots(shot))
      try undoing.reverse(\.[used: shot], 0...(Goods.mostOfOne * shot.record.count)) { refusal }
      let now = undoing.now
      guard now[used: shot] <= now.goods[.ammunition(shot)] * shot.record.count else {
        throw refusal
      }
    }
    for coin in Coin.allCases {
      try undoing.reverse(\.coins[coin], Coins.rangeInPlay) { [coins] in
        .notEnoughCoins(coin, found: coins[coin])
      }
    }
    let points = 0...PlayerCharacter.mostExperience
    try undoing.reverse(\.record.experience, points) { .outOfRange(points, of: .experience) }
    let damage = 0...max(0, undoing.now.hitPoints)
    try undoing.reverse(\.record.damage, damage) { .outOfRange(damage, of: .damage) }
    var result = undoing.now
    // Undoing the change that put a beginner into play leaves a beginner again.
    if before.play == nil, after.play != nil, result.play == result.beginning {
      result.play = nil
    }
    return result
  }

  /// The level and what came with it, which only make sense together.
  fileprivate var rank: Rank {
    get { Rank(level: level, hitPoints: hitPoints, hitDieRolls: record.hitDieRolls) }
    set {
      level = newValue.level
      hitPoints = newValue.hitPoints
      record.hitDieRolls = newValue.hitDieRolls
    }
  }

  fileprivate struct Rank: Equatable {
    let level: Int
    let hitPoints: Int
    let hitDieRolls: [Int]
  }

  fileprivate subscript(spare item: Item) -> Int {
    get { record.spares[item] }
    set { record.spares[item] = newValue }
  }

  /// The number of missing shots.
  fileprivate subscript(used shot: Ammunition) -> Int {
    get { record.shotsUsed[shot] ?? 0 }
    set { record.shotsUsed[shot] = newValue == 0 ? nil : newValue }
  }
}

extension Item {
  /// The number of pieces in one.
  fileprivate var bundle: Int { if case .gear(let gear) = self { gear.pieces ?? 1 } else { 1 } }
}

/// A change to a character, to be undone part by part.
private struct Undoing {
  let before: PlayerCharacter
  let after: PlayerCharacter
  var now: PlayerCharacter

  /// Restores a part if it still is as the change left it.
  mutating func restore<Part: Equatable>(
    _ part: WritableKeyPath<PlayerCharacter, Part>, _ name: RuleRefusal.ChangedPart
  ) throws(RuleRefusal) {
    let old = before[keyPath: part]
    guard old != after[keyPath: part] else { return }
    guard now[keyPath: part] == after[keyPath: part] else { throw .changedSince(name) }
    now[keyPath: part] = old
  }

  /// Reverses the amount by which a number changed.
  mutating func reverse(
    _ number: WritableKeyPath<PlayerCharacter, Int>, _ range: ClosedRange<Int>,
    _ refusal: () -> RuleRefusal
  ) throws(RuleRefusal) {
    let (old, new) = (before[keyPath: number], after[keyPath: number])
    guard old != new else { return }
    let current = now[keyPath: number]
    guard range ~= old, range ~= new, range ~= current, range ~= current - (new - old) else {
      throw refusal()
    }
    now[keyPath: number] = current - (new - old)
  }
}
