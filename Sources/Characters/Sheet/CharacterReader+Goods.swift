import Games
import Site
import Web

extension CharacterReader {
  /// One suit of armour or none.
  mutating func armour() -> [Item] {
    switch value(.armor) {
    case nil, .null: return []
    case .string(let text):
      if let armour = Armour(id: text) { return [.armour(armour)] }
      note(.unknownItem, .armor, "armor must be leather, chainmail, plateMail or null.")
    default: note(.unknownValue, .armor, "armor must be a string or null.")
    }
    return []
  }

  mutating func hasShield() -> Bool {
    guard let value = value(.hasShield) else { return false }
    if case .bool(let hasShield) = value { return hasShield }
    note(.unknownValue, .hasShield, "hasShield must be true or false.")
    return false
  }

  /// Reads kinds and counts in turn, or an object; a kind that is not named counts 0.
  mutating func coins() -> Coins {
    var pairs: [(name: JSON, count: JSON)] = []
    switch value(.coins) {
    case nil: break
    case .object(let members): pairs = members.map { (.string($0.name), $0.value) }
    case .array(let items) where items.count.isMultiple(of: 2):
      pairs = stride(from: 0, to: items.count, by: 2).map { (items[$0], items[$0 + 1]) }
    default:
      note(.unknownValue, .coins, "coins must be a list of kinds and counts, alternating.")
    }
    var coins = Coins()
    var seen: Set<Coin> = []
    for pair in pairs {
      guard case .string(let name) = pair.name else {
        note(.unknownValue, .coins, "coins must name a kind before each count.")
        continue
      }
      guard let coin = Coin(id: name) else {
        note(
          .unknownKey, .coins, "There is no such kind of coin.", part: CharacterReader.cut(name))
        continue
      }
      guard seen.insert(coin).inserted else {
        note(.unknownValue, .coins, "\(coin.id) is counted twice.", part: coin.id)
        continue
      }
      coins[coin] = whole(pair.count, .coins, part: coin.id) ?? 0
    }
    return coins
  }
}
