import Testing

@testable import Games

@Suite struct ItemTests {
  /// Id, cost in gold pieces, weight in coins, shop, name.
  private static let goods = [
    "leather 20 200 armour Leather",
    "chainmail 40 400 armour Chainmail",
    "plateMail 60 500 armour Plate mail",
    "shield 10 100 armour Shield",
    "battleAxe 7 50 weapons Battle axe",
    "club 3 50 weapons Club",
    "crossbow 30 50 weapons Crossbow",
    "dagger 3 10 weapons Dagger",
    "handAxe 4 30 weapons Hand axe",
    "javelin 1 20 weapons Javelin",
    "lance 5 120 weapons Lance",
    "longBow 40 30 weapons Long bow",
    "mace 5 30 weapons Mace",
    "poleArm 7 150 weapons Pole arm",
    "shortBow 25 30 weapons Short bow",
    "shortSword 7 30 weapons Short sword",
    "silverDagger 30 10 weapons Silver dagger",
    "sling 2 20 weapons Sling",
    "spear 3 30 weapons Spear",
    "staff 2 40 weapons Staff",
    "sword 10 60 weapons Sword",
    "twoHandedSword 15 150 weapons Two-handed sword",
    "warHammer 5 30 weapons War hammer",
    "arrows 5 0 ammunition Arrows (quiver of 20)",
    "crossbowBolts 10 0 ammunition Crossbow bolts (case of 30)",
    "silverTippedArrow 5 0 ammunition Silver-tipped arrow (1)",
    "slingStones 0 0 ammunition Sling stones",
    "backpack 5 - gear Backpack",
    "crowbar 10 - gear Crowbar",
    "garlic 5 - gear Garlic",
    "grapplingHook 25 - gear Grappling hook",
    "hammer 2 - gear Hammer (small)",
    "holySymbol 25 - gear Holy symbol",
    "holyWater 25 - gear Holy water (vial)",
    "ironSpikes 1 - gear Iron spikes (12)",
    "lantern 10 - gear Lantern",
    "mirror 5 - gear Mirror (hand-sized, steel)",
    "oil 2 - gear Oil (1 flask)",
    "pole 1 - gear Pole (10 ft, wooden)",
    "rationsIron 15 - gear Rations (iron, 7 days)",
    "rationsStandard 5 - gear Rations (standard, 7 days)",
    "rope 1 - gear Rope (50 ft)",
    "sackLarge 2 - gear Sack (large)",
    "sackSmall 1 - gear Sack (small)",
    "stakesAndMallet 3 - gear Stakes (3) and mallet",
    "thievesTools 25 - gear Thieves’ tools",
    "tinderBox 3 - gear Tinder box (flint and steel)",
    "torches 1 - gear Torches (6)",
    "waterskin 1 - gear Waterskin",
    "wine 1 - gear Wine (2 pints)",
    "wolfsbane 10 - gear Wolfsbane (1 bunch)",
  ]

  @Test func `the shops sell 51 goods at the listed prices and weights`() {
    let found = Item.all.map { item in
      let weight = item.weight.map { "\($0)" } ?? "-"
      return "\(item.id) \(item.cost) \(weight) \(item.category.id) \(item.name)"
    }
    #expect(found.count == 51)
    for (found, expected) in zip(found, ItemTests.goods) { #expect(found == expected) }
  }

  /// Id, damage, qualities, ranges in feet.
  private static let weapons = [
    "battleAxe 1d8 melee,slow,twoHanded -",
    "club 1d4 blunt,melee -",
    "crossbow 1d6 missile,reload,slow,twoHanded 5-80 81-160 161-240",
    "dagger 1d4 melee,missile 5-10 11-20 21-30",
    "handAxe 1d6 melee,missile 5-10 11-20 21-30",
    "javelin 1d4 missile 5-30 31-60 61-90",
    "lance 1d6 charge,melee -",
    "longBow 1d6 missile,twoHanded 5-70 71-140 141-210",
    "mace 1d6 blunt,melee -",
    "poleArm 1d10 brace,melee,slow,twoHanded -",
    "shortBow 1d6 missile,twoHanded 5-50 51-100 101-150",
    "shortSword 1d6 melee -",
    "silverDagger 1d4 melee,missile 5-10 11-20 21-30",
    "sling 1d4 blunt,missile 5-40 41-80 81-160",
    "spear 1d6 brace,melee,missile 5-20 21-40 41-60",
    "staff 1d4 blunt,melee,slow,twoHanded -",
    "sword 1d8 melee -",
    "twoHandedSword 1d10 melee,slow,twoHanded -",
    "warHammer 1d6 blunt,melee -",
  ]

  @Test func `weapons have the listed damage, qualities and ranges`() {
    let found = Weapon.allCases.map { weapon in
      let qualities = weapon.record.qualities.map(\.id).joined(separator: ",")
      let ranges = weapon.record.ranges.map { ranges in
        [ranges.short, ranges.medium, ranges.long]
          .map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ")
      }
      return "\(weapon.id) 1\(weapon.record.damage.name) \(qualities) \(ranges ?? "-")"
    }
    #expect(found == ItemTests.weapons)
  }

  @Test func `every item has its place and its shop`() {
    for (index, item) in Item.all.enumerated() {
      #expect(item.index == index)
      #expect(item.category.items.contains(item))
    }
  }

  @Test func `armour classes are 7, 5 and 3, or 12, 14 and 16 ascending`() {
    #expect(Armour.allCases.map(\.record.descending) == [7, 5, 3])
    #expect(Armour.allCases.map(\.record.ascending) == [12, 14, 16])
    #expect(Armour.unarmoured == 9)
    #expect(Shield.bonus == 1)
  }

  @Test func `ammunition fits its weapons`() {
    #expect(Ammunition.arrows.record.weapons == [.longBow, .shortBow])
    #expect(Ammunition.crossbowBolts.record.weapons == [.crossbow])
    #expect(Ammunition.silverTippedArrow.record.weapons == [.longBow, .shortBow])
    #expect(Ammunition.slingStones.record.weapons == [.sling])
    #expect(Ammunition.allCases.map(\.record.count) == [20, 30, 1, 1])
  }

  @Test func `gear says what it can do in numbers`() {
    #expect(Gear.backpack.record.uses == [.holds(coins: 400)])
    #expect(Gear.sackLarge.record.uses == [.holds(coins: 600)])
    #expect(Gear.lantern.record.uses == [.light(feet: 30, turns: 24)])
    #expect(
      Gear.torches.record.uses == [
        .pieces(6), .light(feet: 30, turns: 6), .melee(damage: .d4),
      ])
    #expect(
      Gear.oil.record.uses == [.thrown(damage: .d8, MissileRanges(5...10, 11...30, 31...50))])
    #expect(Gear.rationsIron.record.uses == [.food(days: 7)])
    #expect(Gear.garlic.record.uses == [])
  }
}
