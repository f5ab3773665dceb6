extension CharacterDraft {
  /// Buys one of an item.
  /// - Throws: `RuleRefusal.stepClosed`, `.armourForbidden`, `.weaponForbidden`, `.alreadyOwned`,
  ///   `.tooMany` or `.notEnoughGold`.
  package func buying(_ item: Item) throws(RuleRefusal) -> CharacterDraft {
    try requirePurchase(of: item)
    return changed { $0.goods[item] += 1 }
  }

  /// Returns one of an item for its full price.
  /// - Throws: `RuleRefusal.stepClosed` or `.notOwned`.
  package func returning(_ item: Item) throws(RuleRefusal) -> CharacterDraft {
    try requireOpen(.equipment)
    guard goods[item] > 0 else { throw .notOwned(item) }
    return changed { $0.goods[item] -= 1 }
  }

  func requirePurchase(of item: Item) throws(RuleRefusal) {
    try requireOpen(.equipment)
    if let refusal = obstacle(toBuying: item) { throw refusal }
  }

  /// Returns why the shop would not sell an item now, even if the step is open.
  package func obstacle(toBuying item: Item) -> RuleRefusal? {
    if let refusal = characterClass?.obstacle(toUsing: item) { return refusal }
    if item == .shield, goods.hasShield { return .alreadyOwned(.shield) }
    if case .armour = item, let owned = goods.armour { return .alreadyOwned(.armour(owned)) }
    guard goods[item] < Goods.mostOfOne else { return .tooMany(item) }
    return item.cost <= goldLeft ? nil : .notEnoughGold(item, left: goldLeft)
  }
}

extension CharacterClass {
  /// Returns why members may not use an item.
  package func obstacle(toUsing item: Item) -> RuleRefusal? {
    guard !allows(item) else { return nil }
    if case .weapon(let weapon) = item { return .weaponForbidden(self, weapon) }
    return .armourForbidden(self, item)
  }
}
