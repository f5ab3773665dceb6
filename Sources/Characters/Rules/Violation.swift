import Games
import Site
import Web

/// A rule that a character breaks, as reported to programs.
struct Violation: Equatable {
  let rule: RuleCode
  /// The field: `abilityScores.int`; empty for the whole character.
  let field: String
  /// A sentence for people.
  let message: String

  static let format = JSONFormat<Violation>.object { field in
    field("rule", .oneOf(RuleCode.ofCharacters.map(\.rawValue), "The broken rule.")) {
      $0.rule.rawValue
    }
    field("field", .text("Where, such as `abilityScores.int`; empty for the whole character.")) {
      $0.field
    }
    field("message", .text("One sentence for people.")) { $0.message }
  }

  /// The format of the list: `{"violations": …}`.
  static let list = JSONFormat<[Violation]>.object { field in
    field("violations", .list(of: format)) { $0 }
  }
}

extension Violation {
  init(_ broken: BrokenRule) {
    self.init(
      rule: broken.refusal.code, field: broken.part.field, message: broken.refusal.sentence)
  }
}

extension BrokenRule.Part {
  /// The key of a character that holds the part.
  var key: CharacterKey {
    switch self {
    case .text(.name): .name
    case .text(.title): .title
    case .text(.biography): .biography
    case .level: .level
    case .scores, .score: .abilityScores
    case .rolledScore: .rolledScores
    case .hitPoints: .pcHitPoints
    case .hitDieRoll: .hitDieRoll
    case .goods, .item(.armour): .armor
    case .item(.shield): .hasShield
    case .item(.weapon): .weapons
    case .item(.ammunition): .ammo
    case .item(.gear): .gear
    case .coins, .coin: .coins
    case .goldRolled: .goldRolled
    case .languages: .additionalLanguages
    case .spells: .spells
    case .experience: .experience
    case .hitDieRolls: .hitDieRolls
    case .damage: .damage
    case .text(.condition), .conditions: .conditions
    case .higherSpells: .higherSpells
    case .prepared: .prepared
    case .shotsUsed: .shotsUsed
    case .piecesUsed: .piecesUsed
    case .inHand: .inHand
    case .clock: .clock
    case .text(.otherThing), .otherThings: .otherThings
    }
  }

  fileprivate var field: String {
    switch self {
    case .score(let ability), .rolledScore(let ability): "\(key.rawValue).\(ability.id)"
    case .coin(let coin): "\(key.rawValue).\(coin.id)"
    default: key.rawValue
    }
  }
}

/// Rules that a character or a move may break, as programs spell them.
enum RuleCode: String, CaseIterable {
  case requirementNotMet, overCeiling, belowFloor, notLowerable, classMayNotLower, primeLowered
  case notPrimeRaise, aboveRolled, oddStep, unbalanced, hitPoints, notEnoughGold, armourForbidden
  case weaponForbidden, unknownItem, tooManyLanguages, languageAlreadyKnown, languageDuplicate
  case languageUnknown, spellNotAllowed, spellMissing, nameEmpty, nameTooLong, titleTooLong
  case outOfRange, missingKey, unknownKey, unknownValue
  /// Only moves in the wizard break these.
  case alreadyOwned, notOwned, goldSpent, stepClosed, stepUnfinished

  static let ofMoves: Set<RuleCode> = [
    .alreadyOwned, .notOwned, .goldSpent, .stepClosed, .stepUnfinished,
  ]
  static let ofCharacters = allCases.filter { !ofMoves.contains($0) }
}

extension RuleRefusal {
  var code: RuleCode {
    switch self {
    case .stepClosed: .stepClosed
    case .stepUnfinished: .stepUnfinished
    case .requirementNotMet: .requirementNotMet
    case .notLowerable: .notLowerable
    case .classMayNotLower: .classMayNotLower
    case .primeLowered: .primeLowered
    case .belowFloor: .belowFloor
    case .notPrimeRaise: .notPrimeRaise
    case .aboveRolled: .aboveRolled
    case .overCeiling: .overCeiling
    case .oddStep: .oddStep
    case .unbalanced, .nothingFreed, .everythingSpent: .unbalanced
    case .hitPoints: .hitPoints
    case .goldSpent: .goldSpent
    case .notEnoughGold, .tooRich, .tooPoor: .notEnoughGold
    case .armourForbidden: .armourForbidden
    case .weaponForbidden: .weaponForbidden
    case .alreadyOwned: .alreadyOwned
    case .notOwned, .tooFew: .notOwned
    case .unknownItem: .unknownItem
    case .tooManyLanguages: .tooManyLanguages
    case .languageAlreadyKnown: .languageAlreadyKnown
    case .languageDuplicate: .languageDuplicate
    case .languageUnknown: .languageUnknown
    case .notACaster, .tooManySpells: .spellNotAllowed
    case .spellMissing: .spellMissing
    case .unknownCoin, .spellUnknown: .unknownValue
    case .words(.name, .empty): .nameEmpty
    case .words(.name, .tooLong), .words(.name, .tooLarge): .nameTooLong
    case .words(.title, .tooLong), .words(.title, .tooLarge): .titleTooLong
    case .words: .unknownValue
    case .tooMany, .tooMuchArmour, .outOfRange, .goldNotInTens, .notFirstLevel, .levelLimit,
      .experienceShort, .lastLevel, .alreadyExperienced, .shotsUsed, .piecesUsed, .notInHand,
      .thingUnknown, .noCharges, .notHealedByRest, .handsFull, .tooManyWords:
      .outOfRange
    case .spellNotForClass, .spellTwice, .bookFull, .spellNotInBook, .noSlotLeft, .notPrepared:
      .spellNotAllowed
    case .notEnoughCoins, .tooDear: .notEnoughGold
    case .noShots: .notOwned
    case .changeUnknown, .changeUndone, .changedSince, .optionNeedsRoll, .notArranged,
      .hitPointsFull:
      .stepClosed
    case .notAmongRolls: .outOfRange
    }
  }
}
