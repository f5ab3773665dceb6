import Games
import Site

extension DraftState: Packed {
  package func pack(into packer: inout Packer) {
    packer.put(1, revision)
    packer.put(2, draft)
    if let news {
      packer.put(3, news.step.rawValue)
      packer.put(4, news.outcome)
      packer.put(5, news.notice)
    }
    packer.put(6, tab.rawValue)
    packer.put(7, id?.text)
    packer.put(8, saved.vaultEntry)
    packer.put(9, saved.cloudSecret)
    packer.put(10, earlier.vaultEntry)
    packer.put(11, earlier.cloudID?.text)
    if earlier.cloudID != nil { packer.put(12, earlier.cloudSecret) }
    packer.put(13, isByChance)
  }

  package init?(_ fields: PackedFields) {
    guard let revision = fields.number(1), let draft: CharacterDraft = fields.value(2),
      let tab = fields.number(6).flatMap(ShopTab.init(rawValue:))
    else { return nil }
    var news: LastMove?
    if let step = fields.number(3).flatMap(Step.init(rawValue:)), let outcome = fields.text(4) {
      news = LastMove(step: step, outcome: outcome, notice: fields.text(5))
    }
    self.init(
      draft: draft, revision: revision, news: news, tab: tab,
      id: fields.text(7).flatMap(CharacterID.init(text:)),
      saved: Saved(vaultEntry: fields.text(8), cloudSecret: fields.text(9)),
      earlier: Earlier(
        vaultEntry: fields.text(10), cloudID: fields.text(11).flatMap(CharacterID.init(text:)),
        cloudSecret: fields.text(12) ?? ""), isByChance: fields.flag(13))
  }
}

extension CharacterDraft: Packed {
  package func pack(into packer: inout Packer) {
    packer.put(1, abilities)
    packer.put(2, abilityRolls)
    if let characterClass { packer.put(3, characterClass.rawValue) }
    // Changes are in -15...15, so one byte holds each.
    packer.put(
      4, Ability.allCases.map { UInt8(truncatingIfNeeded: adjustments[$0] + 128) })
    if let hitDieRoll { packer.put(5, hitDieRoll) }
    packer.put(6, hitPointRolls)
    if let goldDice { packer.put(7, goldDice.faces.map(UInt8.init)) }
    packer.put(8, goldRolls)
    packer.put(9, alignment.rawValue)
    packer.put(10, name)
    packer.put(11, title)
    packer.put(12, languages.map { UInt8($0.rawValue) })
    if let spell { packer.put(13, spell.rawValue) }
    packer.put(14, goods.entries.flatMap { [UInt8($0.item.index), UInt8($0.count)] })
    packer.put(15, reached.rawValue)
    // Most drafts have none of it.
    let agreement = DraftAgreement(self)
    if agreement != DraftAgreement() { packer.put(16, agreement) }
  }

  package init?(_ fields: PackedFields) {
    guard let abilities: [RolledAbility] = fields.values(1), let rolls = fields.number(2),
      let adjustments = fields.adjustments(4), let hitPointRolls = fields.number(6),
      let goldRolls = fields.number(8),
      let alignment = fields.number(9).flatMap(Alignment.init(rawValue:)),
      let name = fields.text(10), let title = fields.text(11),
      let languages = fields.languages(12), let goods = fields.goods(14),
      let reached = fields.number(15).flatMap(Step.init(rawValue:))
    else { return nil }
    let characterClass = fields.number(3).flatMap(CharacterClass.init(rawValue:))
    let spell = fields.number(13).flatMap(Spell.init(rawValue:))
    let dice = fields.bytes(7).flatMap(ThreeDice.init(packed:))
    guard let agreement = fields.flag(16) ? fields.value(16) : DraftAgreement() else { return nil }
    // Fields that are present must not be empty.
    guard (characterClass != nil) == fields.flag(3), (spell != nil) == fields.flag(13),
      (dice != nil) == fields.flag(7)
    else { return nil }
    self.init(
      abilities: abilities, abilityRolls: rolls, characterClass: characterClass,
      adjustments: adjustments, hitDieRoll: fields.number(5), hitPointRolls: hitPointRolls,
      goldDice: dice, goldRolls: goldRolls, alignment: alignment, name: name, title: title,
      languages: languages, spell: spell, goods: goods, reached: reached,
      options: agreement.options, level: agreement.level, laterHitDice: agreement.laterHitDice,
      furtherSpells: agreement.furtherSpells)
  }
}

/// The parts that only some drafts have: options, and a start above the first level.
private struct DraftAgreement: Packed, Equatable {
  var options: Set<CreationOption> = []
  var level = 1
  var laterHitDice: [Int] = []
  var furtherSpells: [ListedSpell] = []

  init() {}

  init(_ draft: CharacterDraft) {
    options = draft.options
    level = draft.level
    laterHitDice = draft.laterHitDice
    furtherSpells = draft.furtherSpells
  }

  func pack(into packer: inout Packer) {
    packer.put(1, options.inOrder.map { UInt8($0.rawValue) })
    packer.put(2, level)
    packer.put(3, laterHitDice)
    packer.put(4, furtherSpells.flatMap { [UInt8($0.level), UInt8($0.place)] })
  }

  init?(_ fields: PackedFields) {
    guard let options = fields.options(1), let level = fields.number(2),
      let laterHitDice = fields.numbers(3), let furtherSpells = fields.arcaneSpells(4)
    else { return nil }
    self.options = options
    self.level = level
    self.laterHitDice = laterHitDice
    self.furtherSpells = furtherSpells
  }
}

extension RolledAbility: Packed {
  package func pack(into packer: inout Packer) {
    packer.put(1, dice.faces.map(UInt8.init))
    if rerolls > 0 { packer.put(2, rerolls) }
  }

  package init?(_ fields: PackedFields) {
    guard let faces = fields.bytes(1), let dice = AbilityDice(faces: faces.map(Int.init)) else {
      return nil
    }
    self.init(dice: dice, rerolls: fields.number(2) ?? 0)
  }
}

extension ThreeDice {
  fileprivate init?(packed bytes: ArraySlice<UInt8>) {
    let faces = bytes.map(Int.init)
    guard faces.count == 3 else { return nil }
    self.init(faces[0], faces[1], faces[2])
  }
}

extension PackedFields {
  fileprivate func adjustments(_ tag: UInt8) -> Adjustments? {
    guard let bytes = bytes(tag).map(Array.init), bytes.count == Ability.allCases.count
    else { return nil }
    return Adjustments { Int(bytes[$0.rawValue]) - 128 }
  }

  fileprivate func options(_ tag: UInt8) -> Set<CreationOption>? {
    let bytes = bytes(tag) ?? []
    let options = bytes.compactMap { CreationOption(rawValue: Int($0)) }
    return options.count == bytes.count ? Set(options) : nil
  }

  /// Reads pairs of a spell's level and place.
  fileprivate func arcaneSpells(_ tag: UInt8) -> [ListedSpell]? {
    let bytes = Array(bytes(tag) ?? [])
    guard bytes.count.isMultiple(of: 2) else { return nil }
    var spells: [ListedSpell] = []
    for start in stride(from: 0, to: bytes.count, by: 2) {
      let spell = Magic.arcane.spells.first {
        $0.level == Int(bytes[start]) && $0.place == Int(bytes[start + 1])
      }
      guard let spell else { return nil }
      spells.append(spell)
    }
    return spells
  }

  fileprivate func languages(_ tag: UInt8) -> [Language]? {
    guard let bytes = bytes(tag) else { return nil }
    let languages = bytes.compactMap { Language(rawValue: Int($0)) }
    return languages.count == bytes.count ? languages : nil
  }

  /// Reads pairs of an item's index and count, at least one.
  fileprivate func goods(_ tag: UInt8) -> Goods? {
    guard let bytes = bytes(tag).map(Array.init), bytes.count.isMultiple(of: 2) else { return nil }
    var goods = Goods()
    for place in stride(from: 0, to: bytes.count, by: 2) {
      let index = Int(bytes[place])
      let count = Int(bytes[place + 1])
      guard index < Item.all.count, count > 0, goods[Item.all[index]] == 0 else { return nil }
      goods[Item.all[index]] = count
    }
    return goods
  }
}
