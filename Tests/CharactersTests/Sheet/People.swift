import Games
import Mustache
import Visitors
import Web

@testable import Characters
@testable import Site

/// Characters worked out by hand, and one of them as bytes.
enum People {
  static let hilda = PlayerCharacter(
    id: id(1), name: "Hilda", characterClass: .fighter, hitPoints: 7, coins: Coins(gold: 4),
    scores: AbilityScores(str: 17, int: 9, wis: 10, dex: 16, con: 15, cha: 8),
    goods: Goods([
      .armour(.chainmail), .shield, .weapon(.longBow), .weapon(.sword), .ammunition(.arrows),
      .gear(.backpack), .gear(.rationsStandard), .gear(.torches),
    ]),
    rolledScores: AbilityScores(str: 16, int: 9, wis: 12, dex: 16, con: 15, cha: 8),
    hitDieRoll: 6, goldRolled: 120)

  static let nim = PlayerCharacter(
    id: id(2), name: "Nim", title: "the Quick", alignment: .neutrality, characterClass: .thief,
    hitPoints: 3, coins: Coins(gold: 4),
    scores: AbilityScores(str: 9, int: 13, wis: 10, dex: 17, con: 10, cha: 13),
    additionalLanguages: [.goblin],
    goods: Goods([
      .armour(.leather), .weapon(.dagger), .weapon(.dagger), .weapon(.shortSword),
      .weapon(.sling), .ammunition(.slingStones), .ammunition(.slingStones), .gear(.rope),
      .gear(.grapplingHook), .gear(.thievesTools),
    ]),
    rolledScores: AbilityScores(str: 9, int: 13, wis: 10, dex: 17, con: 10, cha: 13),
    hitDieRoll: 3, goldRolled: 90)

  /// With as much as an elf of 180 gp is likely to carry, and long texts.
  static let aelindra = PlayerCharacter(
    id: id(3), name: "Aelindra of the Silver Boughs beyond the Last River",
    title: "Keeper of the Ninth Gate and of what lies behind it", alignment: .chaos,
    characterClass: .elf, hitPoints: 4, coins: Coins(gold: 4),
    scores: AbilityScores(str: 16, int: 16, wis: 11, dex: 13, con: 12, cha: 13),
    additionalLanguages: [.dragon, .pixie], spells: [.sleep],
    goods: Goods([
      .armour(.plateMail), .shield, .weapon(.shortBow), .weapon(.silverDagger), .weapon(.sling),
      .weapon(.sword), .ammunition(.arrows), .ammunition(.slingStones), .gear(.backpack),
      .gear(.hammer), .gear(.ironSpikes), .gear(.lantern), .gear(.oil), .gear(.pole),
      .gear(.rationsStandard), .gear(.rope), .gear(.sackSmall), .gear(.tinderBox),
      .gear(.torches), .gear(.waterskin), .gear(.wine),
    ]),
    rolledScores: AbilityScores(str: 16, int: 16, wis: 11, dex: 13, con: 12, cha: 13),
    hitDieRoll: 4, goldRolled: 180)

  /// Without armour: the older app cannot read this one.
  static let odo = PlayerCharacter(
    id: id(4), name: "Odo", characterClass: .cleric, hitPoints: 4, coins: Coins(gold: 30),
    scores: AbilityScores(str: 8, int: 12, wis: 13, dex: 10, con: 10, cha: 10),
    goods: Goods([.weapon(.mace), .gear(.holySymbol)]),
    rolledScores: AbilityScores(str: 8, int: 12, wis: 13, dex: 10, con: 10, cha: 10),
    hitDieRoll: 4, goldRolled: 60)

  static let all = [hilda, nim, aelindra, odo]

  private static func id(_ number: Int) -> CharacterID {
    var random = SeededGenerator(seed: UInt64(number))
    return CharacterID(text: "E621E1F8-C36C-495A-93FC-0C247A3E6E5\(number)")
      ?? CharacterID(using: &random)
  }

  /// Hilda in the canonical form, typed from the table.
  static let hildaText = """
    {"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E51","name":"Hilda","title":"","level":1,\
    "alignment":"law","characterClass":"fighter","pcHitPoints":7,\
    "coins":["platinumPieces",0,"goldPieces",4,"electrumPieces",0,"silverPieces",0,\
    "copperPieces",0],\
    "abilityScores":[{"statType":"str","score":17},{"statType":"dex","score":16},\
    {"statType":"con","score":15},{"statType":"int","score":9},{"statType":"wis","score":10},\
    {"statType":"cha","score":8}],\
    "modifiers":[{"modType":"melee","asscStat":"str"},{"modType":"openDoors","asscStat":"str"},\
    {"modType":"armorClass","asscStat":"dex"},{"modType":"missile","asscStat":"dex"},\
    {"modType":"initiative","asscStat":"dex"},{"modType":"hitPoints","asscStat":"con"},\
    {"modType":"spokenLanguage","asscStat":"int"},{"modType":"literacy","asscStat":"int"},\
    {"modType":"magicSaves","asscStat":"wis"},{"modType":"npcReaction","asscStat":"cha"},\
    {"modType":"retainerMax","asscStat":"cha"},{"modType":"retainerLoyalty","asscStat":"cha"}],\
    "additionalLanguages":[],"spells":[],"armor":"chainmail","hasShield":true,\
    "weapons":["longBow","sword"],"ammo":["arrows"],\
    "gear":["backpack","rationsStandard","torches"]}
    """

  /// The same with how she was rolled.
  static let hildaTextWithOrigin =
    hildaText.dropLast() + """
      ,"rolledScores":[{"statType":"str","score":16},{"statType":"dex","score":16},\
      {"statType":"con","score":15},{"statType":"int","score":9},{"statType":"wis","score":12},\
      {"statType":"cha","score":8}],"hitDieRoll":6,"goldRolled":120}
      """
}

extension CharacterDraft {
  /// A whole character by chance, played by the moves that the wizard has.
  static func played(using random: inout some RandomNumberGenerator) throws -> CharacterDraft {
    var draft = CharacterDraft().rollingAbilities(using: &random)
    var choices = CharacterClass.allCases.compactMap { try? draft.choosing($0) }
    while choices.isEmpty {
      draft = draft.rollingAbilities(using: &random)
      choices = CharacterClass.allCases.compactMap { try? draft.choosing($0) }
    }
    draft = choices.randomElement(using: &random) ?? draft
    for _ in 0..<3 {
      let payer = Ability.allCases.randomElement(using: &random) ?? .str
      let prime = draft.characterClass?.primeRequisites.randomElement(using: &random) ?? .str
      if let traded = try? draft.lowering(payer).raising(prime) { draft = traded }
    }
    draft = try draft.continuing(past: .adjust)
    draft = try draft.rollingHitPoints(using: &random).rollingGold(using: &random)
      .aligning(with: Alignment.allCases.randomElement(using: &random) ?? .law)
    let languages = draft.languagesOffered.shuffled(using: &random).prefix(draft.languagesAllowed)
    let name = ["Ada", "Ж", "Ögmund \"the 3rd\" \\", "👩‍👩‍👧", "<b>"].randomElement(using: &random)
    draft = try draft.describing(
      name: name ?? "Ada", title: Bool.random(using: &random) ? "" : "of \u{5D0}\u{5D1} & Co.",
      languages: Array(languages))
    if draft.characterClass?.hasArcaneMagic == true {
      draft = try draft.choosing(Spell.allCases.randomElement(using: &random) ?? .sleep)
    }
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      if let item = Item.all.randomElement(using: &random), let bought = try? draft.buying(item) {
        draft = bought
      }
    }
    return try draft.continuing(past: .equipment).continuing(past: .review)
  }
}

extension RecordSheet {
  /// What a browser gets of it in words.
  var plainText: String { get throws { try rendered(as: .plain) } }
  var markdown: String { get throws { try rendered(as: .markdown) } }

  private func rendered(as format: SheetWords.Format) throws -> String {
    var bytes: [UInt8] = []
    try site.templates.render(format.template, [SheetWords(self, as: format)], into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
