/// Rules that a character or a move may break, as the interface for programs spells them.
package enum RuleCode: String, CaseIterable, Sendable {
  case requirementNotMet, overCeiling, belowFloor, notLowerable, classMayNotLower, primeLowered
  case notPrimeRaise, aboveRolled, oddStep, unbalanced, hitPoints, notEnoughGold, armourForbidden
  case weaponForbidden, unknownItem, tooManyLanguages, languageAlreadyKnown, languageDuplicate
  case languageUnknown, spellNotAllowed, spellMissing, nameEmpty, nameTooLong, titleTooLong
  case outOfRange, missingKey, unknownKey, unknownValue
  /// Of moves on the way to a character only.
  case alreadyOwned, notOwned, goldSpent, stepClosed, stepUnfinished
}
