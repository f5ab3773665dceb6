/// Why the rules forbid a move or a character, with the numbers and things involved.
///
/// A refused move has changed nothing and rolled no dice.
package enum RuleRefusal: Error, Hashable, Sendable {
  /// A step before it is not finished; `open` is the first of those.
  case stepClosed(Step, open: Step)
  /// The step needs this before the next one opens.
  case stepUnfinished(Step, Missing)
  /// The option can only be turned on, or the other one off, by rolling all abilities again.
  case optionNeedsRoll(CreationOption)
  /// The option to arrange scores isn't on.
  case notArranged
  /// The ability was to have a total that was rolled so often, and is taken.
  case notAmongRolls(Ability, total: Int, rolled: Int)
  /// The hit die counts as its highest face, and is not rolled.
  case hitPointsFull

  case requirementNotMet(CharacterClass, AbilityMinimum, score: Int)
  /// Dexterity, constitution and charisma can't be lowered.
  case notLowerable(Ability)
  case classMayNotLower(CharacterClass, Ability)
  case primeLowered(CharacterClass, Ability)
  /// Two points less would fall below `Adjustments.floor`.
  case belowFloor(Ability, score: Int)
  case notPrimeRaise(CharacterClass, Ability)
  /// A score that may be lowered can only rise back to its roll.
  case aboveRolled(Ability, rolled: Int)
  case overCeiling(Ability)
  /// Scores are lowered by two points at a time.
  case oddStep(Ability, lowered: Int)
  /// Points freed less points spent; never 0.
  case unbalanced(freed: Int)
  /// No point was freed.
  case nothingFreed
  /// Every freed point is spent.
  case everythingSpent

  /// What die and constitution allow, and what the character has.
  case hitPoints(ClosedRange<Int>, found: Int)
  /// Gold cannot be rerolled once something is bought.
  case goldSpent
  /// Gold pieces.
  case notEnoughGold(Item, left: Int)
  /// Coins and goods in copper pieces, and the most gold pieces that can have been rolled.
  case tooRich(worth: Int, gold: Int)
  /// Coins and goods in copper pieces, and the gold pieces that were rolled.
  case tooPoor(worth: Int, gold: Int)
  case armourForbidden(CharacterClass, Item)
  case weaponForbidden(CharacterClass, Weapon)
  /// One suit of armour or one shield is enough.
  case alreadyOwned(Item)
  /// Nobody wears two suits or holds two shields.
  case tooMuchArmour
  /// More than `Goods.mostOfOne`.
  case tooMany(Item)
  case notOwned(Item)
  /// Fewer of an item are there than should go.
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
  /// The class casts none of that list, or none of that level.
  case spellNotForClass(CharacterClass, ListedSpell)
  case spellTwice(ListedSpell)
  /// The book already holds as many of that level as can be memorised in a day.
  case bookFull(level: Int, slots: Int)
  case spellNotInBook(ListedSpell)
  /// As many of that level are prepared as a day allows.
  case noSlotLeft(level: Int, slots: Int)
  /// Every one of these that was prepared is cast.
  case notPrepared(ListedSpell)

  case nameEmpty
  case nameTooLong
  /// Over `CharacterText.largest` bytes, or too many accents on one letter to fit a line.
  case nameTooLarge
  case nameUnprintable
  case titleTooLong
  /// Over `CharacterText.largest` bytes, or too many accents on one letter to fit a line.
  case titleTooLarge
  case titleUnprintable
  case biographyTooLong
  /// Over `CharacterText.largestBiography` bytes, or too many accents on one letter to fit a line.
  case biographyTooLarge
  case biographyUnprintable
  case outOfRange(ClosedRange<Int>, of: Quantity)
  /// Gold is rolled in tens.
  case goldNotInTens
  case notFirstLevel

  /// What somebody wrote in free words is empty or unfit.
  case words(WrittenWords, GivenText.Fault)
  case tooManyWords(WrittenWords, limit: Int)
  /// Coins of one kind, and how many there are.
  case notEnoughCoins(Coin, found: Int)
  /// Copper pieces, and what all coins are worth.
  case tooDear(cost: Int, worth: Int)
  /// Nothing is lost yet, or everything.
  case notHealedByRest
  /// None is left of the ammunition, or fewer shots than should go.
  case noShots(Ammunition, found: Int = 0)
  /// More shots are gone than the quivers or cases held.
  case shotsUsed(Ammunition)
  /// More pieces are gone than an opened bundle holds.
  case piecesUsed(Gear)

  /// More of a weapon are in hand than there are.
  case notInHand(Weapon)
  /// What is in hand, with the shield, needs more than two.
  case handsFull

  /// There is no such thing, or it has no numbers.
  case thingUnknown
  case noCharges

  /// The change is not in the history.
  case changeUnknown
  case changeUndone
  /// Somebody has changed the same thing again since.
  case changedSince(ChangedPart)

  /// The class goes no higher.
  case levelLimit(CharacterClass)
  /// Experience points that the level needs, and those that the character has.
  case experienceShort(needed: Int, found: Int)
  /// Whoever is drained of the first level dies.
  case lastLevel
  /// Only a beginner can start at a higher level.
  case alreadyExperienced

  /// Parts of a character that a change can only undo as they were left by it.
  package enum ChangedPart: Hashable, Sendable {
    case name, title, biography, alignment, languages, level, spellBook, prepared, conditions
    case otherThings
    /// What is worn and in hand.
    case worn
    /// Turns and lights.
    case clock
  }

  /// Lists of things in free words.
  package enum WrittenWords: Hashable, Sendable {
    case condition, otherThing
  }

  /// What an `outOfRange` number counts.
  package enum Quantity: Hashable, Sendable {
    case score(Ability)
    /// The face of the hit die.
    case hitDie
    case coins(Coin)
    /// Gold pieces.
    case startingGold
    case experience
    case startingLevel
    case level
    /// Hit dice rolled after the first level.
    case hitDice
    case damage
    /// Hit points lost or healed at once.
    case blow
    /// Of a thing that no shop sells, in coins.
    case weight
    /// Of goods that are bought, sold, found or lost at once.
    case count
    /// Gold pieces that goods are sold for.
    case price
    /// Of a thing with numbers.
    case bonus
    case charges
    /// Ten minutes each.
    case turns
    /// That burn at once.
    case lights
  }
}
