extension ListedSpell {
  /// The effect in one sentence; the same for a spell on both lists.
  package var effect: String { ListedSpell.effects[name] ?? "" }

  private static let effects = Dictionary(
    uniqueKeysWithValues: table.split(separator: "\n").compactMap { line in
      line.firstRange(of: ": ").map {
        (String(line[..<$0.lowerBound]), String(line[$0.upperBound...]))
      }
    })

  /// The spells' effects in our own words, one to a line.
  ///
  /// B/X 1981; see `docs/sources.md`.
  private static let table = """
    Animate Dead: Raises corpses as obedient skeletons or zombies, 1 HD for each level of the \
    caster.
    Anti-Magic Shell: A barrier around the caster lets no spell in or out.
    Bless: Allies who aren’t fighting yet get +1 to attacks, damage and morale; reversed, foes \
    get −1.
    Charm Monster: Makes trusting friends of one creature, or of 3d6 of up to 3 HD, unless they \
    save.
    Charm Person: One person-like creature of up to 4+1 HD becomes a trusting friend unless it \
    saves.
    Clairvoyance: The caster sees through the eyes of a creature within range.
    Cloudkill: A drifting poison fog costs 1 hit point a round, and kills those below 5 HD who \
    fail a save.
    Commune: A divine power answers three questions with yes or no, at most once a week.
    Confusion: 3d6 creatures attack friend or foe at random, or do nothing; above 2 HD they may \
    save.
    Conjure Elemental: A 16 HD elemental obeys as long as the caster concentrates on it.
    Contact Higher Plane: A being from beyond answers 3 to 12 questions, true or false, at the \
    risk of insanity.
    Continual Light: Makes lasting light 30 feet around, or blinds a creature; reversed, it \
    makes lasting darkness.
    Control Weather: Outdoors, the caster chooses the weather for as long as the concentration \
    lasts.
    Create Food: Makes food for twelve people and their mounts for a day; above level 8, for more.
    Create Water: A spring gives twelve people and their mounts water for a day; above level 8, \
    more.
    Cure Disease: Cures any disease or kills green slime; reversed, the victim wastes away \
    unless it saves.
    Cure Light Wounds: Heals 1d6+1 hit points or lifts paralysis; reversed, it deals 1d6+1 damage.
    Cure Serious Wounds: Heals 2d6+2 hit points; reversed, it deals 2d6+2 damage.
    Death Spell: Kills 4d8 HD of creatures that fail a save, but none above 7 HD and no undead.
    Detect Evil: Things enchanted for evil and beings that mean harm glow.
    Detect Invisible: The caster sees invisible things and beings.
    Detect Magic: Enchanted things and beings glow.
    Dimension Door: Moves the caster or another creature up to 360 feet in an instant.
    Disintegrate: Turns a creature that fails its save, or a thing without magic, to dust.
    Dispel Evil: Banishes or destroys undead and enchanted monsters that fail a save, or breaks \
    a curse’s hold.
    Dispel Magic: Ends all spells in a 20-foot cube; those of higher-level casters may withstand it.
    ESP: The caster hears the thoughts of living creatures, but not through thick rock or lead.
    Feeblemind: An arcane caster who fails a save at −4 loses all wits, and with them all spells.
    Find Traps: Trapped places glow blue, without showing how the trap works.
    Fire Ball: A blast 20 feet around deals 1d6 damage for each level of the caster; a save \
    halves it.
    Floating Disc: A hovering tray of force follows the caster and carries up to 5,000 coins.
    Fly: The caster or a creature touched flies, up to 120 feet a round.
    Geas: Bids a creature that fails its save do or shun something, or waste away; reversed, it \
    frees one.
    Growth of Animal: Doubles an animal’s size and strength, its damage and what it can carry.
    Growth of Plants: Up to 3,000 square feet of woodland become a thicket that only huge \
    creatures get through.
    Hallucinatory Terrain: Shows or hides a hill, a wood or the like, until an intelligent being \
    touches it.
    Haste: Up to 24 creatures move and attack twice as fast, but cast no faster.
    Hold Monster: Paralyses one creature that fails a save at −2, or 1d4 that fail a plain one.
    Hold Person: Paralyses one person who fails a save at −2, or 1d4 who fail a plain one.
    Hold Portal: Keeps a door, gate or window shut.
    Infravision: One creature sees warmth in the dark, up to 60 feet.
    Insect Plague: Above ground, a swarm 60 feet wide blocks sight and drives off creatures of \
    up to 2 HD.
    Invisibility: One creature or thing can’t be seen; a creature shows itself by attacking or \
    casting.
    Invisibility 10’ Radius: One creature and all within 10 feet of it can’t be seen until they \
    attack or leave.
    Invisible Stalker: A tireless unseen hunter comes and carries out one errand.
    Know Alignment: Tells the alignment of one creature, thing or place.
    Knock: Opens a door, gate or chest, however it’s locked, barred or held shut.
    Levitate: The caster rises and sinks through the air, up to 20 feet a round.
    Light: Lights a 15-foot radius, or blinds a creature that fails its save; reversed, it makes \
    darkness.
    Lightning Bolt: A 60-foot bolt deals 1d6 damage for each level of the caster; a save halves it.
    Locate Object: The caster senses where a certain thing, or the nearest of its kind, is to be \
    found.
    Lower Water: Halves the depth of up to 10,000 square feet of water.
    Magic Jar: The caster’s mind moves into an object, and from there into other people’s bodies.
    Magic Missile: A dart that never misses deals 1d6+1; two more darts for every five levels.
    Massmorph: Up to 100 people look like an orchard or a copse of trees.
    Mirror Image: 1d4 images of the caster appear; each attack on the caster destroys one of \
    them instead.
    Move Earth: Shifts soil, but not stone, up to 60 feet a turn.
    Neutralize Poison: Undoes poison in a person or a thing, even for somebody it killed within \
    ten rounds.
    Part Water: Opens a dry path through water, 10 feet wide and up to 120 feet long.
    Pass-Wall: Opens a hole 5 feet wide and up to 10 feet deep in rock or stone.
    Phantasmal Force: Makes an illusion of a scene, an attack or a monster that does no real harm.
    Polymorph Others: Turns a creature into another kind, body and mind, unless it saves.
    Polymorph Self: The caster takes the shape of another creature, but not its special powers.
    Projected Image: A copy of the caster appears, and the caster’s spells seem to come from it.
    Protection from Evil: Gives the caster +1 to saves and foes −1 to hit; summoned creatures \
    can’t touch the caster.
    Protection from Evil 10’ Radius: Gives all within 10 feet +1 to saves and foes −1 to hit; \
    summoned creatures can’t touch them.
    Protection from Normal Missiles: Small missiles without magic can’t harm one creature.
    Purify Food and Water: Makes spoiled or poisoned food and drink wholesome.
    Quest: Sends a creature that fails its save on a task, or it’s cursed; reversed, it ends a \
    quest.
    Raise Dead: Revives somebody not long dead, or destroys an undead; reversed, it kills unless \
    the victim saves.
    Read Languages: Makes any script or cipher readable.
    Read Magic: Makes arcane scrolls, books and runes readable from then on.
    Reincarnation: Brings a dead character back to life in a new body, perhaps of another kind.
    Remove Curse: Lifts a curse, or frees somebody from a cursed thing; reversed, it lays a curse.
    Remove Fear: Calms one creature and helps it shake off magical fear; reversed, it sends a \
    foe running.
    Resist Cold: All nearby withstand cold, save against it at +2 and take 1 less damage per die.
    Resist Fire: One creature withstands heat, saves against fire at +2 and takes 1 less damage \
    per die.
    Shield: An unseen force gives AC 2 [17] against missiles and 4 [15] against everything else.
    Silence 15’ Radius: No sound is made within 15 feet, so nobody there can talk or cast spells.
    Sleep: Puts one creature of 4+1 HD, or 2d8 HD of lesser ones, to sleep without a save.
    Snake Charm: Calms snakes of as many HD in all as the caster’s level.
    Speak with Animals: The caster talks with animals of one kind, and may ask friendly ones a \
    favour.
    Speak with Plants: The caster talks with plants, and may ask them a favour, such as to let \
    people through.
    Sticks to Snakes: 2d8 sticks turn into snakes that obey; half the time they’re poisonous.
    Stone to Flesh: Turns somebody petrified, or other stone, into flesh; reversed, flesh into \
    stone unless it saves.
    Striking: A weapon deals 1d6 more damage, and harms what only magic weapons can.
    Telekinesis: Moves up to 200 coins of weight for each level by thought, 20 feet a round.
    Teleport: Takes one creature to any place at once, with a risk of missing a place that isn’t \
    well known.
    Transmute Rock to Mud: Turns up to 3,000 square feet of rock into deep mud; reversed, mud \
    into rock.
    Ventriloquism: The caster’s voice comes from elsewhere.
    Wall of Fire: Creatures below 4 HD can’t pass a curtain of flame; others take 1d6 damage.
    Wall of Ice: Creatures below 4 HD can’t pass a sheet of ice; others take 1d6 damage breaking \
    through.
    Wall of Stone: Raises a wall of rock in any shape, 1,000 cubic feet in all.
    Water Breathing: One creature can breathe under water.
    Web: Sticky strands fill a 10-foot cube and hold those within until they break free or it burns.
    Wizard Eye: An unseen eye flies up to 120 feet a turn and shows the caster what it sees.
    Wizard Lock: Locks a door, gate or chest for good; the caster passes freely.
    """
}
