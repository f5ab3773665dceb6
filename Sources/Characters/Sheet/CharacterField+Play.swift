import Games
import Site
import Web

extension CharacterField {
  /// What has come of a character; each is left out where there is nothing to say.
  ///
  /// `experience` stands there for every character in play, so that a reader can tell one from a
  /// beginner.
  static func declarePlay(_ field: inout List) {
    field(
      .biography, .text("Up to \(CharacterText.longestBiography) characters."),
      { $0.biography.isEmpty ? nil : $0.biography }
    ) {
      $1.biography = $0.optionalString(.biography) ?? ""
    }
    field(.experience, .whole(0...PlayerCharacter.mostExperience), { $0.play?.experience }) {
      if let points = $0.whole(.experience) { $1.record.experience = points }
    }
    field(
      .hitDieRolls,
      .list(of: .whole(1...8), "What the hit dice of the levels after the first showed."),
      { $0.play?.hitDieRolls.nonEmpty }
    ) {
      if let rolls = $0.wholes(.hitDieRolls) { $1.record.hitDieRolls = rolls }
    }
    field(.damage, .whole(0...120, "Hit points lost."), { $0.play?.damage.nonZero }) {
      if let damage = $0.whole(.damage) { $1.record.damage = damage }
    }
    declareMagic(&field)
    declareThings(&field)
    field(.earlierVersion, id, { $0.earlierVersion }) {
      if let id = $0.id(.earlierVersion) { $1.earlierVersion = id }
    }
  }

  private static func declareMagic(_ field: inout List) {
    field(
      .higherSpells, .list(of: arcane, "In the book, beyond the first level."),
      { $0.play?.higherSpells.nonEmpty }
    ) {
      if let spells = $0.spells(.higherSpells) { $1.record.higherSpells = spells }
    }
    field(
      .prepared, .list(of: preparedSpell, "Memorised or prayed for."),
      { $0.play?.prepared.nonEmpty }
    ) {
      let magic = $1.characterClass.magic ?? .arcane
      if let prepared = $0.prepared(magic) { $1.record.prepared = prepared }
    }
  }

  private static func declareThings(_ field: inout List) {
    field(
      .conditions, .list(of: .text(), "In free words."), { $0.play?.conditions.nonEmpty }
    ) {
      if let conditions = $0.strings(.conditions) { $1.record.conditions = conditions }
    }
    field(.shotsUsed, shots, { $0.play?.shotsUsed.nonEmpty }) {
      if let shots = $0.shots() { $1.record.shotsUsed = shots }
    }
    field(
      .otherThings, .list(of: thing, "What no shop sells, in free words."),
      { $0.play?.otherThings.nonEmpty }
    ) {
      if let things = $0.otherThings() { $1.record.otherThings = things }
    }
  }

  private static let arcane = Shape<ListedSpell>(
    Schema.oneOf(Magic.arcane.spells.filter { $0.level > 1 }.map(\.id))
  ) { .string($0.id) }

  private static let preparedSpell = Shape<PreparedSpell>.object { field in
    field("spell", .text()) { $0.spell.id }
    field("isCast", .flag) { $0.isCast }
  }

  private static let shots = Shape<[Ammunition: Int]>(
    Schema.object(
      Ammunition.keys.map { ($0.id, Shape<Int>.whole(1...29).schema) },
      optional: Set(Ammunition.keys.map(\.id)),
      "How many shots are missing from an opened quiver or case.")
  ) { used in
    .object(
      Ammunition.allCases.compactMap { shot in
        used[shot].map { JSON.Member(name: shot.id, value: .whole($0)) }
      })
  }

  private static let thing = Shape<OtherThing>.object { field in
    field("name", .text()) { $0.name }
    field("weight", .whole(PlayRecord.thingWeights, "In coins.")) { $0.weight }
  }
}

extension Collection {
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}

extension Int {
  fileprivate var nonZero: Int? { self == 0 ? nil : self }
}
