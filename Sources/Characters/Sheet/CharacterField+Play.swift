import Games
import Site
import Web

extension CharacterField {
  /// Declares what play has changed in a character; a key with nothing to say is left out.
  ///
  /// `experience` is present for every character in play, so that a reader can tell one from a
  /// beginner.
  static func declarePlay(_ field: inout List) {
    field(
      .biography, .text("Up to \(CharacterText.biography.longest) characters."), \.biography,
      unless: "")
    field(.experience, .whole(0...PlayerCharacter.mostExperience), { $0.play?.experience }) {
      $0.written.experience = $1
    }
    field(
      .hitDieRolls,
      .list(of: .whole(1...8), "What the hit dice of the levels after the first showed."),
      \.written.hitDieRolls, unless: [])
    field(.damage, .whole(0...120, "Hit points lost."), \.written.damage, unless: 0)
    field(
      .higherSpells, .list(of: arcane, "In the book, beyond the first level."),
      \.written.higherSpells, unless: [])
    field(
      .prepared, .list(of: preparedSpell, "Memorised or prayed for."), \.written.prepared,
      unless: [])
    field(
      .conditions, .list(of: .text(), "In free words."), \.written.conditions, unless: [])
    field(.shotsUsed, shots, \.written.shotsUsed, unless: [:])
    field(.piecesUsed, pieces, \.written.piecesUsed, unless: [:])
    field(.spares, spares, \.written.spares, unless: Goods())
    field(
      .inHand, .list(of: .choice, "Weapons held; left out where any can be drawn."),
      \.written.inHand, unless: [])
    field(.clock, clock, \.written.clock, unless: Clock())
    field(
      .otherThings, .list(of: thing, "What no shop sells, in free words."), \.written.otherThings,
      unless: [])
    field(.earlierVersion, .id, \.earlierVersion)
  }

  private static let arcane = JSONFormat.named(
    Schema.oneOf(Magic.arcane.spells.filter { $0.level > 1 }.map(\.id)), by: \.id,
    "a spell on the list"
  ) { ListedSpell(id: $0, of: .arcane) }

  private static let preparedSpell = JSONFormat.record(
    like: PreparedSpell(Magic.arcane.spells[0])
  ) { field in
    PreparedSpell(
      try field("spell", spell) { $0.spell }, isCast: try field("isCast", .flag) { $0.isCast })
  }

  /// A spell of the character’s kind of magic.
  private static let spell = JSONFormat<ListedSpell>(
    JSONFormat<String>.text().schema, { .string($0.id) }
  ) { json, reader in
    JSONFormat.named(.null, by: \.id, "a spell on the list") {
      [magic = reader.magic] in ListedSpell(id: $0, of: magic)
    }.read(json, &reader)
  }

  private static let shots = JSONFormat<[Ammunition: Int]>.record(
    "How many shots are missing from the quivers or cases.", like: [:]
  ) { field in
    var shots: [Ammunition: Int] = [:]
    for shot in Ammunition.allCases {
      shots[shot] = try field(optional: shot.id, .whole(1...(Goods.mostOfOne * shot.record.count)))
      { $0[shot] }
    }
    return shots
  }

  private static let pieces = JSONFormat<[Gear: Int]>.record(
    "How many pieces are missing from an opened bundle.", like: [:]
  ) { field in
    var pieces: [Gear: Int] = [:]
    for gear in Gear.allCases {
      guard let bundle = gear.pieces, bundle > 1 else { continue }
      pieces[gear] = try field(optional: gear.id, .whole(1...bundle - 1)) { $0[gear] }
    }
    return pieces
  }

  private static let spares = JSONFormat<Goods>.record(
    "Armour and shields that are carried and not worn.", like: Goods()
  ) { field in
    var spares = Goods()
    for item in Item.Category.armour.items {
      spares[item] =
        try field(optional: item.id, .whole(1...Goods.mostOfOne)) {
          $0[item] == 0 ? nil : $0[item]
        } ?? 0
    }
    return spares
  }

  private static let clock = JSONFormat.record(
    "Turns of the day, and what burns.", like: Clock()
  ) { field in
    var clock = Clock()
    clock.turns = try field("turns", .whole(Clock.range)) { $0.turns }
    clock.sinceRest = try field("sinceRest", .whole(Clock.range)) { $0.sinceRest }
    clock.flames = try field("lights", .list(of: flame)) { $0.flames }
    return clock
  }

  private static let flame = JSONFormat.record(like: Clock.Flame(.torch)) { field in
    Clock.Flame(
      try field("light", .choice) { $0.light },
      left: try field("left", .whole(1...Clock.Light.lantern.turns, "Turns.")) { $0.left })
  }

  private static let thing = JSONFormat.record(like: OtherThing("")) { field in
    var thing = OtherThing(
      try field("name", .text()) { $0.name },
      weight: try field("weight", .whole(PlayRecord.thingWeights, "In coins.")) { $0.weight },
      kind: try field(optional: "kind", kind) { $0.kind })
    for bonus in OtherThing.Bonus.allCases {
      thing[bonus] =
        try field(optional: bonus.id, .whole(OtherThing.Bonus.range)) { $0.bonuses[bonus] } ?? 0
    }
    thing.charges = try field(optional: "charges", .whole(OtherThing.chargeCounts)) { $0.charges }
    thing.isWorn = try field(optional: "isWorn", .flag) { $0.isWorn ? true : nil } ?? false
    return thing
  }

  private static let kind = JSONFormat.named(
    Schema.oneOf(OtherThing.Kind.all.map(\.id), "What a thing with numbers is."), by: \.id,
    "a weapon, suit of armour, shield, ring or other"
  ) { OtherThing.Kind(id: $0) }
}

extension PlayerCharacter {
  /// The part of the record that is written; the rest follows from the character.
  fileprivate var written: PlayRecord {
    get { play ?? PlayRecord() }
    set { play = newValue }
  }
}
