import Testing

@testable import Games

@Suite struct SpellListTests {
  private static let arcane = [
    """
    charm person; detect magic; floating disc; hold portal; light (darkness); magic missile; \
    protection from evil; read languages; read magic; shield; sleep; ventriloquism
    """,
    """
    continual light (continual darkness); detect evil; detect invisible; esp; invisibility; knock; \
    levitate; locate object; mirror image; phantasmal force; web; wizard lock
    """,
    """
    clairvoyance; dispel magic; fire ball; fly; haste; hold person; infravision; \
    invisibility 10’ radius; lightning bolt; protection from evil 10’ radius; \
    protection from normal missiles; water breathing
    """,
    """
    charm monster; confusion; dimension door; growth of plants; hallucinatory terrain; massmorph; \
    polymorph others; polymorph self; remove curse (curse); wall of fire; wall of ice; wizard eye
    """,
    """
    animate dead; cloudkill; conjure elemental; contact higher plane; feeblemind; hold monster; \
    magic jar; pass-wall; telekinesis; teleport; transmute rock to mud (mud to rock); wall of stone
    """,
    """
    anti-magic shell; control weather; death spell; disintegrate; geas (remove geas); \
    invisible stalker; lower water; move earth; part water; projected image; reincarnation; \
    stone to flesh (flesh to stone)
    """,
  ]
  private static let divine = [
    """
    cure light wounds (cause light wounds); detect evil; detect magic; light (darkness); \
    protection from evil; purify food and water; remove fear (cause fear); resist cold
    """,
    """
    bless (blight); find traps; hold person; know alignment; resist fire; silence 15’ radius; \
    snake charm; speak with animals
    """,
    """
    continual light (continual darkness); cure disease (cause disease); growth of animal; \
    locate object; remove curse (curse); striking
    """,
    """
    create water; cure serious wounds (cause serious wounds); neutralize poison; \
    protection from evil 10’ radius; speak with plants; sticks to snakes
    """,
    """
    commune; create food; dispel evil; insect plague; quest (remove quest); \
    raise dead (finger of death)
    """,
  ]

  private func rows(_ magic: Magic) -> [String] {
    (1...magic.highestLevel).map { level in
      magic.spells(ofLevel: level).map { spell in
        spell.name.lowercased() + (spell.reverse.map { " (\($0.lowercased()))" } ?? "")
      }.joined(separator: "; ")
    }
  }

  @Test func `both lists are as in the rules, level by level`() {
    #expect(rows(.arcane) == SpellListTests.arcane)
    #expect(rows(.divine) == SpellListTests.divine)
    #expect(Magic.arcane.spells.count == 72)
    #expect(Magic.divine.spells.count == 34)
    #expect(Magic.divine.spells(ofLevel: 6) == [])
    #expect(Magic.arcane.spells(ofLevel: 0) == [])
  }

  @Test func `spells of the first level are those that the reference tells of`() {
    for spell in Spell.allCases {
      #expect(spell.listed.name == spell.record.name)
      #expect((spell.listed.reverse != nil) == spell.record.isReversible)
    }
    for (prayer, listed) in zip(Prayer.allCases, Magic.divine.spells(ofLevel: 1)) {
      #expect(listed.name == prayer.record.name)
      #expect((listed.reverse != nil) == prayer.record.isReversible)
    }
    #expect(Magic.arcane.spells(ofLevel: 2)[0].record == nil)
  }

  @Test func `each spell says what it does in one sentence of its own`() {
    let spells = Magic.allCases.flatMap(\.spells)
    for spell in spells {
      #expect(spell.effect.hasSuffix("."), "\(spell.name)")
      #expect((20...110).contains(spell.effect.count), "\(spell.name)")
      #expect(!spell.effect.contains("  "), "\(spell.name)")
    }
    #expect(spells.count == 106)
    #expect(Set(spells.map(\.effect)).count == Set(spells.map(\.name)).count)
  }

  @Test func `every spell level that a class reaches has a list`() {
    #expect(CharacterClass.allCases.filter { $0.magic == .arcane } == [.elf, .magicUser])
    #expect(CharacterClass.allCases.filter { $0.magic == .divine } == [.cleric])
    for characterClass in CharacterClass.allCases {
      let slots = characterClass.spellSlots(atLevel: characterClass.levelLimit)
      #expect(slots.count <= characterClass.magic?.highestLevel ?? 0)
    }
  }
}
