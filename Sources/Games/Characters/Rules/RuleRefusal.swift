/// Why the rules do not allow a move or a character, with the numbers and things concerned.
///
/// A refused move has changed nothing and rolled no die.
package enum RuleRefusal: Error, Hashable, Sendable {
  /// Steps before it are not finished; `open` is the first of them.
  case stepClosed(Step, open: Step)
  /// The step cannot be left before this is there.
  case stepUnfinished(Step, Missing)

  case requirementNotMet(CharacterClass, AbilityMinimum, score: Int)
  /// Of dexterity, constitution and charisma.
  case notLowerable(Ability)
  case classMayNotLower(CharacterClass, Ability)
  case primeLowered(CharacterClass, Ability)
  /// Two points less would be below `Adjustments.floor`.
  case belowFloor(Ability, score: Int)
  case notPrimeRaise(CharacterClass, Ability)
  /// Only what was lowered can be raised again.
  case aboveRolled(Ability, rolled: Int)
  case overCeiling(Ability)
  /// Scores are lowered by two points at a time.
  case oddStep(Ability, lowered: Int)
  /// Points freed less points spent, not 0.
  case unbalanced(freed: Int)
  /// There is no freed point to spend.
  case nothingFreed

  /// What the dice and constitution allow, and what stands.
  case hitPoints(ClosedRange<Int>, found: Int)
  /// Gold is not rolled again once something is bought.
  case goldSpent
  /// Gold pieces.
  case notEnoughGold(Item, left: Int)
  /// Coins and goods in copper pieces, and the gold pieces there can have been.
  case tooRich(worth: Int, gold: Int)
  /// Coins and goods in copper pieces, and the gold pieces there were.
  case tooPoor(worth: Int, gold: Int)
  case armourForbidden(CharacterClass, Item)
  case weaponForbidden(CharacterClass, Weapon)
  /// One suit of armour or one shield is enough.
  case alreadyOwned(Item)
  /// More than one suit or one shield, of a character that is checked.
  case tooMuchArmour
  /// More than `Goods.mostOfOne`.
  case tooMany(Item)
  case notOwned(Item)
  case unknownItem

  case tooManyLanguages(chosen: Int, allowed: Int)
  case languageAlreadyKnown(Language)
  case languageDuplicate(Language)
  case languageUnknown
  case notACaster(CharacterClass)
  /// The book of a beginner holds one.
  case tooManySpells(Int)
  case spellMissing(CharacterClass)
  case spellUnknown

  case nameEmpty
  case nameTooLong
  /// More than `CharacterText.largest` bytes, or more accents on a letter than fit a line.
  case nameTooLarge
  case nameUnprintable
  case titleTooLong
  /// More than `CharacterText.largest` bytes, or more accents on a letter than fit a line.
  case titleTooLarge
  case titleUnprintable
  /// A number that is none of these; `unit` as in `gold pieces`.
  case outOfRange(ClosedRange<Int>, unit: String)
  /// Gold is rolled in tens.
  case goldNotInTens
  case notFirstLevel

  package var code: RuleCode {
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
    case .unbalanced, .nothingFreed: .unbalanced
    case .hitPoints: .hitPoints
    case .goldSpent: .goldSpent
    case .notEnoughGold, .tooRich, .tooPoor: .notEnoughGold
    case .armourForbidden: .armourForbidden
    case .weaponForbidden: .weaponForbidden
    case .alreadyOwned: .alreadyOwned
    case .notOwned: .notOwned
    case .unknownItem: .unknownItem
    case .tooManyLanguages: .tooManyLanguages
    case .languageAlreadyKnown: .languageAlreadyKnown
    case .languageDuplicate: .languageDuplicate
    case .languageUnknown: .languageUnknown
    case .notACaster, .tooManySpells: .spellNotAllowed
    case .spellMissing: .spellMissing
    case .spellUnknown, .nameUnprintable, .titleUnprintable: .unknownValue
    case .nameEmpty: .nameEmpty
    case .nameTooLong, .nameTooLarge: .nameTooLong
    case .titleTooLong, .titleTooLarge: .titleTooLong
    case .tooMany, .tooMuchArmour, .outOfRange, .goldNotInTens, .notFirstLevel: .outOfRange
    }
  }
}
