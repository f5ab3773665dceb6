/// A carried thing that no shop sells, which may have bonuses of its own.
package struct OtherThing: Hashable, Sendable {
  /// A kind of thing with bonuses or charges.
  package enum Kind: Hashable, Sendable {
    /// A weapon, suit of armour or shield, like the rules' own apart from its bonuses.
    case item(Item)
    case ring, other

    package static let all: [Kind] =
      [.other, .ring] + (Item.Category.armour.items + Item.Category.weapons.items).map(Kind.item)
  }

  /// A number that a thing adds to its bearer's or, if it is cursed, subtracts.
  package enum Bonus: Int, Named {
    /// To hit and to damage: with this weapon or, if it isn't one, with any.
    case attack
    /// To armour class, better by this much whether ascending or descending.
    case armourClass
    /// To saving throws.
    case saves

    package static let names = ["Attack and damage", "Armour class", "Saving throws"]
    package static let range = -3...5
  }

  /// The possible charges of a wand or the like.
  package static let chargeCounts = 0...99

  /// The name in free words: `potion, tastes of mint`.
  package var name: String
  /// The weight in coins, ten to the pound; `0...10_000`.
  package let weight: Int
  /// The kind; `nil` without bonuses or charges.
  package var kind: Kind?
  /// The bonuses other than 0.
  package private(set) var bonuses: [Bonus: Int] = [:]
  /// The charges left; `nil` for a thing without charges.
  package var charges: Int?
  /// Whether it is worn or in hand, so that its bonuses count.
  package var isWorn = false

  package init(_ name: String, weight: Int = 0, kind: Kind? = nil) {
    self.name = name
    self.weight = weight
    self.kind = kind
  }

  package subscript(bonus: Bonus) -> Int {
    get { bonuses[bonus] ?? 0 }
    set { bonuses[bonus] = newValue == 0 ? nil : newValue }
  }

  /// The item of the rules that it is, if the shops sell one.
  package var item: Item? { if case .item(let item)? = kind { item } else { nil } }

  var armour: Armour? { if case .armour(let armour)? = item { armour } else { nil } }
  var weapon: Weapon? { if case .weapon(let weapon)? = item { weapon } else { nil } }

  /// The rule that one of its numbers breaks.
  var brokenNumber: RuleRefusal? {
    if bonuses.values.contains(where: { !(Bonus.range ~= $0) }) {
      return .outOfRange(Bonus.range, of: .bonus)
    }
    if let charges, !(OtherThing.chargeCounts ~= charges) {
      return .outOfRange(OtherThing.chargeCounts, of: .charges)
    }
    return kind == nil && (isWorn || charges != nil || !bonuses.isEmpty) ? .thingUnknown : nil
  }
}

extension PlayerCharacter {
  /// The worn or held things that no shop sells.
  package var wornThings: [OtherThing] { play?.otherThings.filter(\.isWorn) ?? [] }

  /// The worn suit, whether a shop sold it or not.
  package var armour: Armour? { goods.armour ?? wornThings.lazy.compactMap(\.armour).first }

  /// Whether a shield is in hand, whether a shop sold it or not.
  package var hasShield: Bool { goods.hasShield || wornThings.contains { $0.item == .shield } }

  /// Puts on a thing or takes it in hand, and puts away what leaves no room for it.
  /// - Throws: `RuleRefusal.thingUnknown` for one that isn't there or has no numbers,
  ///   `.armourForbidden` or `.weaponForbidden`.
  package func wearing(thingAt place: Int) throws(RuleRefusal) -> PlayerCharacter {
    guard record.otherThings.indices ~= place, record.otherThings[place].kind != nil else {
      throw .thingUnknown
    }
    guard !record.otherThings[place].isWorn else { return self }
    var character = self
    if let item = record.otherThings[place].item {
      if let refusal = characterClass.obstacle(toUsing: item) { throw refusal }
      character.makeRoom(for: item)
    }
    character.record.otherThings[place].isWorn = true
    return character
  }

  /// Takes off a thing or puts it away; does nothing if it isn't worn.
  /// - Throws: `RuleRefusal.thingUnknown`.
  package func puttingAway(thingAt place: Int) throws(RuleRefusal) -> PlayerCharacter {
    guard record.otherThings.indices ~= place else { throw .thingUnknown }
    guard record.otherThings[place].isWorn else { return self }
    return changed { $0.record.otherThings[place].isWorn = false }
  }

  /// Uses one charge of a thing.
  /// - Throws: `RuleRefusal.thingUnknown` or `.noCharges`.
  package func usingCharge(ofThingAt place: Int) throws(RuleRefusal) -> PlayerCharacter {
    guard record.otherThings.indices ~= place,
      let charges = record.otherThings[place].charges
    else { throw .thingUnknown }
    guard charges > 0 else { throw .noCharges }
    return changed { $0.record.otherThings[place].charges = charges - 1 }
  }
}
