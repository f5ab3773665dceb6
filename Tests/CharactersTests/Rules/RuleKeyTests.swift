import Games
import Testing

@testable import Characters
@testable import Site

@Suite struct RuleKeyTests {
  private func ids<Thing: Keyed>(_ type: Thing.Type) -> String {
    type.allCases.map(\.id).joined(separator: " ")
  }

  @Test func `things are called as the interface for programs spells them`() {
    #expect(ids(Ability.self) == "str int wis dex con cha")
    #expect(ids(Alignment.self) == "law neutrality chaos")
    #expect(ids(CharacterClass.self) == "cleric dwarf elf fighter halfling magicUser thief")
    #expect(ids(Armour.self) == "leather chainmail plateMail")
    #expect(Item.shield.id == "shield")
    #expect(
      ids(Weapon.self)
        == "battleAxe club crossbow dagger handAxe javelin lance longBow mace poleArm shortBow "
        + "shortSword silverDagger sling spear staff sword twoHandedSword warHammer")
    #expect(ids(Ammunition.self) == "arrows crossbowBolts silverTippedArrow slingStones")
    #expect(
      ids(Gear.self)
        == "backpack crowbar garlic grapplingHook hammer holySymbol holyWater ironSpikes lantern "
        + "mirror oil pole rationsIron rationsStandard rope sackLarge sackSmall stakesAndMallet "
        + "thievesTools tinderBox torches waterskin wine wolfsbane")
    #expect(
      ids(Coin.self) == "platinumPieces goldPieces electrumPieces silverPieces copperPieces")
    #expect(
      ids(Spell.self)
        == "charmPerson detectMagic floatingDisc holdPortal light magicMissile "
        + "protectionFromEvil readLanguages readMagic shield sleep ventriloquism")
  }

  @Test func `twenty languages can be learnt, and two are known to all`() {
    #expect(
      Language.allCases.map(\.id).sorted().joined(separator: " ") == """
        alignment bugbear common doppelganger dragon dwarvish elvish gargoyle gnoll gnomish \
        goblin halfling harpy hobgoblin humanDialect kobold lizardMan medussa minotaur ogre \
        orcish pixie
        """)
    #expect(Language.choosable.count == 20)
    #expect(Language.medussa.name == "Medusa")
    #expect(Language.medussa.slug == "medusa")
  }

  @Test func `people and addresses have names of their own`() {
    #expect(CharacterClass.magicUser.name == "Magic-user")
    #expect(CharacterClass.magicUser.slug == "magic-user")
    #expect(Ability.int.name == "Intelligence")
    #expect(Ability.int.slug == "intelligence")
    #expect(Weapon.twoHandedSword.slug == "two-handed-sword")
    #expect(Step.characterClass.id == "class")
  }

  private func checkNames<Thing: Keyed>(_ type: Thing.Type) {
    #expect(type.keys.count == type.allCases.count)
    #expect(Set(type.keys.map(\.slug)).count == type.allCases.count)
    for (index, thing) in type.allCases.enumerated() {
      #expect(thing.rawValue == index)
      #expect(Thing(id: thing.id) == thing)
      #expect(Thing(slug: thing.slug) == thing)
      #expect(!thing.name.isEmpty)
    }
    #expect(Thing(id: "nothing") == nil)
    #expect(Thing(slug: "") == nil)
  }

  @Test func `each thing is found by its names, and its key is that of its case`() {
    let types: [any Keyed.Type] = [
      Ability.self, Literacy.self, Alignment.self, Language.self, CharacterClass.self,
      SavingThrow.self, ThiefSkill.self, Armour.self, Weapon.self, WeaponQuality.self,
      Ammunition.self, Gear.self, Item.Category.self, Spell.self, Step.self,
    ]
    for type in types {
      checkNames(type)
      checkKeys(type)
    }
    checkNames(Coin.self)
  }

  private func checkKeys<Thing: Keyed>(_ type: Thing.Type) {
    for thing in type.allCases {
      #expect(thing.id == ("\(thing)" == "characterClass" ? "class" : "\(thing)"))
    }
  }

  @Test func `every item is found by its part of an address`() {
    for item in Item.all { #expect(Item(slug: item.slug) == item) }
    #expect(Set(Item.all.map(\.id)).count == 51)
    #expect(Set(Item.all.map(\.slug)).count == 51)
    #expect(Item(slug: "") == nil)
    #expect(Item(slug: "plateMail") == nil)
    #expect(Item(slug: "plate-mail") == .armour(.plateMail))
  }

  @Test func `the interface for programs has twelve pairs of modifier and ability`() {
    #expect(
      Modifier.pairs.map { "\($0.modType)/\($0.ability.id)" } == [
        "melee/str", "openDoors/str", "armorClass/dex", "missile/dex", "initiative/dex",
        "hitPoints/con", "spokenLanguage/int", "literacy/int", "magicSaves/wis", "npcReaction/cha",
        "retainerMax/cha", "retainerLoyalty/cha",
      ])
  }
}
