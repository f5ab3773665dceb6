/// The reason why the rules forbid a move or a character, with the numbers and things involved.
///
/// A refused move has changed nothing and rolled no dice.
package enum RuleRefusal: Error, Hashable, Sendable {
  /// An earlier step is not finished; `open` is the first of these.
  case stepClosed(Step, open: Step)
  /// The step needs this before the next one opens.
  case stepUnfinished(Step, Missing)
  /// Changing the option requires rolling all abilities again.
  case optionNeedsRoll(CreationOption)
  /// The option to arrange scores isn't on.
  case notArranged
  /// The total was assigned more often than it was rolled.
  case notAmongRolls(Ability, total: Int, rolled: Int)
  /// The hit die counts as its highest face, and is not rolled.
  case hitPointsFull

  case requirementNotMet(CharacterClass, AbilityMinimum, score: Int)
  /// Dexterity, constitution and charisma can't be lowered.
  case notLowerable(Ability)
  case classMayNotLower(CharacterClass, Ability)
  case primeLowered(CharacterClass, Ability)
  /// Two points less would be below `Adjustments.floor`.
  case belowFloor(Ability, score: Int)
  case notPrimeRaise(CharacterClass, Ability)
  /// A score that may be lowered can only be raised back to its roll.
  case aboveRolled(Ability, rolled: Int)
  case overCeiling(Ability)
  /// Scores are lowered by two points at a time.
  case oddStep(Ability, lowered: Int)
  /// The points freed minus the points spent; never 0.
  case unbalanced(freed: Int)
  /// No point was freed.
  case nothingFreed
  /// Every freed point is spent.
  case everythingSpent

  /// The hit points that die and constitution allow, and those that the character has.
  case hitPoints(ClosedRange<Int>, found: Int)
  /// Gold cannot be rerolled once something is bought.
  case goldSpent
  /// The item costs more than the gold pieces left.
  case notEnoughGold(Item, left: Int)
  /// Coins and goods in copper pieces are worth more than the most gold that can have been rolled.
  case tooRich(worth: Int, gold: Int)
  /// Coins and goods in copper pieces are worth less than the gold pieces rolled.
  case tooPoor(worth: Int, gold: Int)
  case armourForbidden(CharacterClass, Item)
  case weaponForbidden(CharacterClass, Weapon)
  /// Another suit of armour or shield is of no use.
  case alreadyOwned(Item)
  /// There are two suits of armour or shields.
  case tooMuchArmour
  /// There would be more than `Goods.mostOfOne`.
  case tooMany(Item)
  case notOwned(Item)
  /// There are fewer of an item than would be removed.
  case tooFew(Item, found: Int)
  case unknownItem
  case unknownCoin

  case tooManyLanguages(chosen: Int, allowed: Int)
  case languageAlreadyKnown(Language)
  case languageDuplicate(Language)
  case languageUnknown
  case notACaster(CharacterClass)
  /// A beginner's book holds one.
  case tooManySpells(Int)
  case spellMissing(CharacterClass)
  case spellUnknown
  /// The class casts no spells of that list, or none of that level.
  case spellNotForClass(CharacterClass, ListedSpell)
  case spellTwice(ListedSpell)
  /// The book already holds as many of that level as can be memorised in a day.
  case bookFull(level: Int, slots: Int)
  case spellNotInBook(ListedSpell)
  /// As many spells of that level are prepared as a day allows.
  case noSlotLeft(level: Int, slots: Int)
  /// Every prepared copy of this spell is cast.
  case notPrepared(ListedSpell)

  case outOfRange(ClosedRange<Int>, of: Quantity)
  /// Gold is rolled in tens.
  case goldNotInTens
  case notFirstLevel

  /// A text in free words is empty or unfit.
  case words(CharacterText, GivenText.Fault)
  case tooManyWords(CharacterText, limit: Int)
  /// The purse has only this number of the coin.
  case notEnoughCoins(Coin, found: Int)
  /// The price in copper pieces exceeds the value of all coins.
  case tooDear(cost: Int, worth: Int)
  /// No hit points are lost, or all are.
  case notHealedByRest
  /// No ammunition is left, or fewer shots than would be removed.
  case noShots(Ammunition, found: Int = 0)
  /// More shots are missing than the quivers or cases held.
  case shotsUsed(Ammunition)
  /// More pieces are missing than an opened bundle holds.
  case piecesUsed(Gear)

  /// More of a weapon are in hand than are carried.
  case notInHand(Weapon)
  /// The items in hand, with the shield, need more than two hands.
  case handsFull

  /// There is no such thing, or it has no bonuses or charges.
  case thingUnknown
  case noCharges

  /// The change is not in the history.
  case changeUnknown
  case changeUndone
  /// The same part has been changed again since then.
  case changedSince(ChangedPart)

  /// The class has no higher level.
  case levelLimit(CharacterClass)
  /// The experience points that the level needs, and those that the character has.
  case experienceShort(needed: Int, found: Int)
  /// A character drained of the first level dies.
  case lastLevel
  /// Only a beginner can start at a higher level.
  case alreadyExperienced

  /// A part of a character that a change can only undo if nothing has changed it since.
  package enum ChangedPart: Hashable, Sendable {
    case text(CharacterText)
    case alignment, languages, level, spellBook, prepared, conditions, otherThings
    /// The items worn and in hand.
    case worn
    /// The turns and lights.
    case clock
  }

  /// The number that is out of range.
  package enum Quantity: Hashable, Sendable {
    case score(Ability)
    /// The face of the hit die.
    case hitDie
    case coins(Coin)
    /// The starting gold in gold pieces.
    case startingGold
    case experience
    case startingLevel
    case level
    /// The rolls of hit dice after the first level.
    case hitDice
    case damage
    /// The hit points lost or healed at once.
    case blow
    /// The weight of a thing that no shop sells, in coins.
    case weight
    /// The number of goods bought, sold, found or lost at once.
    case count
    /// The price for sold goods, in gold pieces.
    case price
    /// A bonus of a thing.
    case bonus
    case charges
    /// The turns of ten minutes.
    case turns
    /// The lights burning at once.
    case lights
  }
}
