/// Something that a character carries and no shop sells, which may have numbers of its own.
package struct OtherThing: Hashable, Sendable {
  /// What a thing with numbers is.
  package enum Kind: Hashable, Sendable {
    /// A weapon, suit of armour or shield, as the rules have it but for the numbers.
    case item(Item)
    case ring, other

    package static let all: [Kind] =
      [.other, .ring] + (Item.Category.armour.items + Item.Category.weapons.items).map(Kind.item)
  }

  /// What a thing adds to its bearer's numbers or, if it is cursed, takes from them.
  package enum Bonus: Int, Named {
    /// To hit and to damage: with the weapon itself, or with any if it is no weapon.
    case attack
    /// Better by so much, ascending or descending.
    case armourClass
    /// To saving throws.
    case saves

    package static let names = ["Attack and damage", "Armour class", "Saving throws"]
    package static let range = -3...5
  }

  /// Uses that may be left in a wand or the like.
  package static let chargeCounts = 0...99

  /// In free words: `potion, tastes of mint`.
  package var name: String
  /// In coins, ten to the pound; `0...10_000`.
  package let weight: Int
  /// `nil` for what has no numbers.
  package var kind: Kind?
  /// Without those of 0.
  package private(set) var bonuses: [Bonus: Int] = [:]
  /// Uses left; `nil` for what isn't used up.
  package var charges: Int?
  /// Its bonuses count while it is worn or in hand.
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

  /// What it is by the rules, if it is something that the shops sell.
  package var item: Item? { if case .item(let item)? = kind { item } else { nil } }

  var armour: Armour? { if case .armour(let armour)? = item { armour } else { nil } }
  var weapon: Weapon? { if case .weapon(let weapon)? = item { weapon } else { nil } }

  /// The rule that its numbers break.
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
  /// What no shop sells and is worn or in hand.
  package var wornThings: [OtherThing] { play?.otherThings.filter(\.isWorn) ?? [] }

  /// The suit that is worn, whether a shop sold it or not.
  package var armour: Armour? { goods.armour ?? wornThings.lazy.compactMap(\.armour).first }

  /// Whether a shield is in hand, whether a shop sold it or not.
  package var hasShield: Bool { goods.hasShield || wornThings.contains { $0.item == .shield } }

  /// Puts on a thing with numbers or takes it in hand, and puts away what leaves no room for it.
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

  /// Takes off a thing with numbers or puts it away; nothing if it isn't worn.
  /// - Throws: `RuleRefusal.thingUnknown`.
  package func puttingAway(thingAt place: Int) throws(RuleRefusal) -> PlayerCharacter {
    guard record.otherThings.indices ~= place else { throw .thingUnknown }
    guard record.otherThings[place].isWorn else { return self }
    var character = self
    character.record.otherThings[place].isWorn = false
    return character
  }

  /// Uses one of the charges of a thing.
  /// - Throws: `RuleRefusal.thingUnknown` or `.noCharges`.
  package func usingCharge(ofThingAt place: Int) throws(RuleRefusal) -> PlayerCharacter {
    guard record.otherThings.indices ~= place,
      let charges = record.otherThings[place].charges
    else { throw .thingUnknown }
    guard charges > 0 else { throw .noCharges }
    var character = self
    character.record.otherThings[place].charges = charges - 1
    return character
  }
}
