/// The two kinds of magic, each with its list of spells.
package enum Magic: Int, Named {
  /// Magic cast from a book, by magic-users and elves.
  case arcane
  /// Magic that clerics pray for.
  case divine

  package static let names = ["Arcane", "Divine"]

  /// The spells by level, first level first; the name after a stroke is the reversed form.
  ///
  /// B/X 1981; see `docs/sources.md`.
  private static let lists: [[String]] = [
    [
      """
      Charm Person, Detect Magic, Floating Disc, Hold Portal, Light/Darkness, Magic Missile, \
      Protection from Evil, Read Languages, Read Magic, Shield, Sleep, Ventriloquism
      """,
      """
      Continual Light/Continual Darkness, Detect Evil, Detect Invisible, ESP, Invisibility, Knock, \
      Levitate, Locate Object, Mirror Image, Phantasmal Force, Web, Wizard Lock
      """,
      """
      Clairvoyance, Dispel Magic, Fire Ball, Fly, Haste, Hold Person, Infravision, \
      Invisibility 10’ Radius, Lightning Bolt, Protection from Evil 10’ Radius, \
      Protection from Normal Missiles, Water Breathing
      """,
      """
      Charm Monster, Confusion, Dimension Door, Growth of Plants, Hallucinatory Terrain, Massmorph, \
      Polymorph Others, Polymorph Self, Remove Curse/Curse, Wall of Fire, Wall of Ice, Wizard Eye
      """,
      """
      Animate Dead, Cloudkill, Conjure Elemental, Contact Higher Plane, Feeblemind, Hold Monster, \
      Magic Jar, Pass-Wall, Telekinesis, Teleport, Transmute Rock to Mud/Mud to Rock, Wall of Stone
      """,
      """
      Anti-Magic Shell, Control Weather, Death Spell, Disintegrate, Geas/Remove Geas, \
      Invisible Stalker, Lower Water, Move Earth, Part Water, Projected Image, Reincarnation, \
      Stone to Flesh/Flesh to Stone
      """,
    ],
    [
      """
      Cure Light Wounds/Cause Light Wounds, Detect Evil, Detect Magic, Light/Darkness, \
      Protection from Evil, Purify Food and Water, Remove Fear/Cause Fear, Resist Cold
      """,
      """
      Bless/Blight, Find Traps, Hold Person, Know Alignment, Resist Fire, Silence 15’ Radius, \
      Snake Charm, Speak with Animals
      """,
      """
      Continual Light/Continual Darkness, Cure Disease/Cause Disease, Growth of Animal, \
      Locate Object, Remove Curse/Curse, Striking
      """,
      """
      Create Water, Cure Serious Wounds/Cause Serious Wounds, Neutralize Poison, \
      Protection from Evil 10’ Radius, Speak with Plants, Sticks to Snakes
      """,
      """
      Commune, Create Food, Dispel Evil, Insect Plague, Quest/Remove Quest, \
      Raise Dead/Finger of Death
      """,
    ],
  ]

  private static let spells: [[[ListedSpell]]] = zip(allCases, lists).map { magic, levels in
    zip(1..., levels).map { level, list in
      list.split(separator: ", ").enumerated().map { place, entry in
        let names = entry.split(separator: "/").map(String.init)
        return ListedSpell(
          magic: magic, level: level, place: place, name: names[0], reverse: names.dropFirst().first
        )
      }
    }
  }

  /// The highest level of its spells.
  package var highestLevel: Int { Magic.spells[rawValue].count }

  /// Returns its spells of a level in the order of the list; none if there is no such level.
  package func spells(ofLevel level: Int) -> [ListedSpell] {
    let levels = Magic.spells[rawValue]
    return levels.indices ~= level - 1 ? levels[level - 1] : []
  }

  /// All its spells, first level first.
  package var spells: [ListedSpell] { Magic.spells[rawValue].flatMap(\.self) }
}

/// A spell on one of the two lists; a spell on both counts as two.
package struct ListedSpell: Hashable, Sendable {
  package let magic: Magic
  /// The level, in `1...magic.highestLevel`.
  package let level: Int
  /// The place in the list of its level, from 0.
  package let place: Int
  package let name: String
  /// The name of the reversed form, if there is one.
  package let reverse: String?

  /// The range and duration of a first-level spell.
  package var record: SpellRecord? {
    guard level == 1 else { return nil }
    return switch magic {
    case .arcane: Spell(rawValue: place)?.record
    case .divine: Prayer(rawValue: place)?.record
    }
  }
}

extension Spell {
  /// The same spell in the list of all arcane spells.
  package var listed: ListedSpell { Magic.arcane.spells(ofLevel: 1)[rawValue] }
}

/// The slots for spells of each level.
/// The spells that can still be cast, by spell level from the first on.
extension [Int] {
  func slots(ofLevel level: Int) -> Int { indices ~= level - 1 ? self[level - 1] : 0 }

  /// Takes a slot; `false` if none of this level is left.
  mutating func takeSlot(ofLevel level: Int) -> Bool {
    guard slots(ofLevel: level) > 0 else { return false }
    self[level - 1] -= 1
    return true
  }
}

extension CharacterClass {
  /// The magic that members cast, perhaps only from a later level on, if any.
  package var magic: Magic? {
    if record.hasArcaneMagic { return .arcane }
    return record.progression.contains { !$0.spellSlots.isEmpty } ? .divine : nil
  }

  /// Returns the spells a day for spell level 1, 2 and so on; empty for a class without magic.
  package func spellSlots(atLevel level: Int) -> [Int] {
    let rows = record.progression
    return rows[min(max(level, 1), rows.count) - 1].spellSlots
  }
}
