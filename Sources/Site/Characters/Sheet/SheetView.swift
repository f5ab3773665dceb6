import Games
import Mustache

/// The record sheet, on screen and on one printed page.
struct SheetView: Fielded {
  private let sheet: RecordSheet
  /// The character's name is the heading of the page.
  private let isPage: Bool
  /// With more kinds of weapons, smaller print keeps the sheet on one page; beyond `mostWeapons`,
  /// much smaller print.
  private static let usualWeapons = 5
  private static let mostWeapons = 9
  /// In bytes; longer names and titles need several lines.
  private static let usualName = 40

  init(_ sheet: RecordSheet, isPage: Bool = true) {
    self.sheet = sheet
    self.isPage = isPage
  }

  private var isPacked: Bool {
    sheet.weapons.count > SheetView.mostWeapons
      || max(sheet.name.utf8.count, sheet.title.utf8.count) > SheetView.usualName
  }

  static func declare(_ field: inout Fields<SheetView>) {
    field("isPage") { $0.isPage }
    field("name") { $0.sheet.name }
    field("title") { $0.sheet.title }
    field("picture") { $0.sheet.characterClass.id }
    field("identity") { $0.identity }
    field("abilities") { view in Ability.allCases.map { SheetAbility($0, view.sheet) } }
    field("defence") { $0.defence }
    field("attack") { $0.attack }
    field("toHit") { view in
      view.sheet.toHit.map { SheetColumn(head: "\($0.armourClass)", value: "\($0.roll)") }
    }
    field("weapons") { $0.sheet.weapons.map(SheetWeapon.init) }
    field("isCrowded") { $0.sheet.weapons.count > SheetView.usualWeapons }
    field("isPacked") { $0.isPacked }
    field("rolls") { $0.sheet.rolls?.sentence }
    field("options") { $0.sheet.optionsText }
    field("showsDescending") { !$0.sheet.isAscendingOnly }
    field("points") { $0.sheet.hitPoints.value }
    field("experience") { $0.sheet.experience.groupedText }
    field("nextLevel") { $0.sheet.nextLevelExperience?.groupedText }
    field("isArmed") { !$0.sheet.weapons.isEmpty }
    field("saves") { $0.saves }
    field("exploration") { $0.exploration }
    field("encounters") { $0.encounters }
    field("skills") { $0.skills }
    field("isThief") { $0.sheet.thiefSkills != nil }
    field("turning") { $0.turning }
    field("turnsUndead") { $0.sheet.turning != nil }
    field("spells") { $0.spells }
    field("hasSpellBook") { $0.sheet.characterClass.hasArcaneMagic }
    field("spellsADay") { $0.sheet.spellsADay }
    field("prepared") { $0.sheet.preparedText }
    field("praysForSpells") {
      $0.sheet.characterClass.magic == .divine && $0.sheet.spellsADay != nil
    }
    field("conditions") { $0.sheet.conditionsText }
    field("biography") { $0.sheet.character.biography.paragraphs }
    field("hasBiography") { !$0.sheet.character.biography.isEmpty }
    field("otherThings") { $0.sheet.otherThingsText }
    field("features") { $0.sheet.features.map(Term.init) }
    field("languages") { $0.sheet.languages.joined(separator: ", ") }
    field("literacy") { $0.sheet.literacy.name }
    field("speech") { $0.sheet.speaksBrokenly ? "Broken" : nil }
    field("worn") { $0.sheet.wornText }
    field("ammunition") { $0.sheet.ammunitionText }
    field("gear") { $0.sheet.gearText }
    field("purse") { $0.purse }
    field("load") { SheetValue.plain("Load in coins", $0.sheet.weight) }
    field("movement") { view in
      [
        MovementRow(head: "With this load", movement: view.sheet.movement),
        MovementRow(head: "Basic rule, no treasure", movement: view.sheet.basicMovement),
      ]
    }
  }
}

extension SheetView {
  private var identity: [SheetValue] {
    let adjustment = sheet.experienceAdjustment
    let next = sheet.nextLevelExperience.map { SheetValue("Next level at", $0.groupedText) }
    return [
      SheetValue("Class", sheet.characterClass.name),
      SheetValue("Level", "\(sheet.level) (\(sheet.levelTitle))"),
      SheetValue("Alignment", sheet.alignment.name),
      SheetValue("Experience", sheet.experience.groupedText),
    ] + (next.map { [$0] } ?? []) + [
      SheetValue(
        "Experience adjustment", "\(adjustment.value.modifierText)%", why: Derivation(adjustment))
    ]
  }

  private var defence: [SheetValue] {
    [
      .plain("Hit points", sheet.hitPoints),
      SheetValue("Hit die", sheet.hitDie.name),
      armourClass("Armour class", sheet.descendingArmourClass, sheet.ascendingArmourClass),
      armourClass("Unarmoured", sheet.unarmouredDescending, sheet.unarmouredAscending),
    ]
  }

  private func armourClass(
    _ label: String, _ descending: Derived, _ ascending: Derived
  ) -> SheetValue {
    guard !sheet.isAscendingOnly else { return .plain(label, ascending) }
    return SheetValue(
      label, "\(descending.value.signedText) [\(ascending.value.signedText)]",
      why: Derivation(descending, "Descending"), Derivation(ascending, "[Ascending]"))
  }

  private var attack: [SheetValue] {
    [
      sheet.isAscendingOnly
        ? .signed(sheet.attackHead, sheet.attackBonus)
        : SheetValue(
          sheet.attackHead, sheet.attackText,
          why: Derivation(sheet.thac0, "To hit armour class 0"),
          Derivation(sheet.attackBonus, "[Attack bonus]")),
      .signed("Melee", sheet.melee),
      .signed("Missile", sheet.missile),
      .signed("Initiative", sheet.initiative),
    ]
  }

  private var saves: [SheetValue] {
    SavingThrow.allCases.map { .plain($0.name, sheet.save($0)) }
      + [.signed("Against magic", sheet.magicSaves)]
  }

  private var exploration: [SheetValue] {
    [
      .inSix("Open doors", sheet.openDoors), .inSix("Listen", sheet.listen),
      .inSix("Secret doors", sheet.secretDoors), .inSix("Room traps", sheet.roomTraps),
    ]
  }

  private var encounters: [SheetValue] {
    [
      .signed("Reactions", sheet.npcReactions), .plain("Retainers (max)", sheet.retainersMax),
      .plain("Retainers’ loyalty", sheet.retainerLoyalty),
    ]
  }

  private var skills: [SheetValue] {
    guard let skills = sheet.thiefSkills else { return [] }
    return ThiefSkill.allCases.map { SheetValue($0.name, skills.text($0)) }
  }

  private var turning: [SheetColumn] {
    zip(Turning.columns, sheet.turning ?? []).map { SheetColumn(head: $0, value: $1.text) }
  }

  /// First-level spells with what they do, and those of each higher level in one line: a high
  /// level's book still leaves room on the page for all the rest.
  private var spells: [Term] {
    let book = sheet.character.spellBook
    let higher = Dictionary(grouping: book.filter { $0.record == nil }, by: \.level)
    return book.compactMap(Term.init)
      + higher.sorted { $0.key < $1.key }.map { level, spells in
        let names = spells.map { spell in
          spell.reverse.map { "\(spell.name) (reversed: \($0))" } ?? spell.name
        }
        return Term(name: "Level \(level)", text: names.joined(separator: ", "))
      }
  }

  /// `Gold` and the others.
  private var purse: [SheetValue] {
    Coin.allCases.map { coin in
      SheetValue(String(coin.name.prefix { $0 != " " }), "\(sheet.coins[coin])")
    }
  }
}

extension Term {
  /// A spell of the first level; `nil` for any other.
  fileprivate init?(_ spell: ListedSpell) {
    guard let record = spell.record else { return nil }
    self.init(
      name: spell.name,
      text: "Range \(record.range), duration \(record.duration). \(record.effect)")
  }
}

extension [Int] {
  /// Spells a day by their level: `2 of level 1, 1 of level 2`; `nil` for none.
  var dayText: String? {
    let levels = zip(1..., self).filter { $0.1 > 0 }.map { "\($0.1) of level \($0.0)" }
    return levels.isEmpty ? nil : levels.joined(separator: ", ")
  }
}

extension String {
  /// Its lines, without empty ones.
  var paragraphs: [String] { split(separator: "\n").map(String.init) }
}
