import Testing

@testable import Games

@Suite struct LabelTests {
  private func ids<Thing: Labelled>(_ type: Thing.Type) -> String {
    type.allCases.map(\.id).joined(separator: " ")
  }

  @Test func `things are called as the interface for programs spells them`() {
    #expect(ids(Ability.self) == "str int wis dex con cha")
    #expect(ids(Alignment.self) == "law neutrality chaos")
    #expect(ids(CharacterClass.self) == "cleric dwarf elf fighter halfling magicUser thief")
    #expect(ids(Armour.self) == "leather chainmail plateMail")
    #expect(Shield.label.id == "shield")
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
      Language.allCases.map(\.id).sorted().joined(separator: " ")
        == "alignment bugbear common doppelganger dragon dwarvish elvish gargoyle gnoll gnomish "
        + "goblin halfling harpy hobgoblin humanDialect kobold lizardMan medussa minotaur ogre "
        + "orcish pixie")
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

  private func checkNames<Thing: Labelled>(_ type: Thing.Type) {
    #expect(type.labels.count == type.allCases.count)
    #expect(Set(type.labels.map(\.slug)).count == type.allCases.count)
    for (index, thing) in type.allCases.enumerated() {
      #expect(thing.rawValue == index)
      #expect(Thing(id: thing.id) == thing)
      #expect(Thing(slug: thing.slug) == thing)
      #expect(!thing.name.isEmpty)
    }
    #expect(Thing(id: "nothing") == nil)
    #expect(Thing(slug: "") == nil)
  }

  @Test func `each thing is found by its names`() {
    checkNames(Ability.self)
    checkNames(Modifier.self)
    checkNames(Literacy.self)
    checkNames(Alignment.self)
    checkNames(Language.self)
    checkNames(CharacterClass.self)
    checkNames(SavingThrow.self)
    checkNames(ThiefSkill.self)
    checkNames(Armour.self)
    checkNames(Weapon.self)
    checkNames(WeaponQuality.self)
    checkNames(Ammunition.self)
    checkNames(Gear.self)
    checkNames(Coin.self)
    checkNames(Item.Category.self)
    checkNames(Spell.self)
    checkNames(Prayer.self)
    checkNames(Step.self)
  }

  @Test func `spells have their ranges and durations`() {
    func lines(_ records: [SpellRecord]) -> [String] {
      records.map { "\($0.range); \($0.duration)\($0.isReversible ? "; reversible" : "")" }
    }
    #expect(
      lines(Spell.records) == [
        "120 ft; indefinite; new saves by INT", "60 ft; 2 turns", "6 ft; 6 turns",
        "10 ft; 2d6 turns", "120 ft; 6 turns + 1 per level; reversible", "150 ft; 1 turn",
        "caster; 6 turns", "caster; 2 turns", "caster; 1 turn", "caster; 2 turns",
        "240 ft; 4d4 turns", "60 ft; 2 turns",
      ])
    #expect(
      lines(Prayer.records) == [
        "touch; instant; reversible", "120 ft; 6 turns", "60 ft; 2 turns",
        "120 ft; 12 turns; reversible", "caster; 12 turns", "10 ft; permanent",
        "touch; 2 turns; reversible", "30 ft; 6 turns",
      ])
  }
}
