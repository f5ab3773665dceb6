import Games
import Site

extension RuleRefusal {
  /// The sentence of a rule for characters in play; `nil` for any other.
  var playSentence: String? { levelSentence ?? magicSentence ?? tableSentence }

  private var levelSentence: String? {
    switch self {
    case .levelLimit(let characterClass):
      "\(characterClass.article.asSentence) can’t rise above level \(characterClass.levelLimit)."
    case .experienceShort(let needed, let found):
      "That level needs \(needed.groupedText) experience points, not \(found.groupedText)."
    case .lastLevel:
      """
      Losing the first level kills. If it came to that, take away all hit points.
      """
    case .alreadyExperienced:
      "Only a character who has no experience yet can start at a higher level."
    default: nil
    }
  }

  private var magicSentence: String? {
    switch self {
    case .spellNotForClass(let characterClass, let spell):
      "\(spell.name): \(characterClass.article) of this level doesn’t cast that."
    case .spellTwice(let spell): "\(spell.name) is in the book already."
    case .bookFull(let level, let slots):
      "The book has no room: at this level, it holds \(slots) of spell level \(level)."
    case .spellNotInBook(let spell): "\(spell.name) isn’t in the book."
    case .noSlotLeft(let level, 0): "No spells of level \(level) can be prepared yet."
    case .noSlotLeft(let level, let slots):
      "Only \(slots) \(slots == 1 ? "spell" : "spells") of level \(level) can be prepared for a day."
    case .notPrepared(let spell): "\(spell.name) isn’t prepared any more."
    default: nil
    }
  }

  private var tableSentence: String? {
    switch self {
    case .words(.condition, let fault): fault.sentence("A condition", PlayRecord.longestCondition)
    case .words(.otherThing, let fault): fault.sentence("An item", PlayRecord.longestThing)
    case .tooManyWords(.condition, let limit): "There’s room for \(limit) conditions."
    case .tooManyWords(.otherThing, let limit): "There’s room for \(limit) other things."
    case .notEnoughCoins(let coin, let found):
      "\(coin.name): there \(found == 1 ? "is" : "are") only \(found.groupedText)."
    case .tooDear(let cost, let worth):
      "That costs \(Coins.text(worth: cost)), and all your coins are worth \(Coins.text(worth: worth))."
    case .notHealedByRest: "A day of rest heals only those who are hurt and still alive."
    case .noShots(let shot, 0): "There are no \(shot.shotName) left."
    case .noShots(let shot, let found):
      "\(shot.shotName.asSentence): only \(found.groupedText) \(found == 1 ? "is" : "are") left."
    case .shotsUsed(let shot):
      "\(shot.shotName.asSentence): more are missing than there were."
    case .piecesUsed(let gear):
      "\(gear.name): more pieces are missing than there were."
    case .notInHand(let weapon): "\(weapon.name): more are in hand than there are."
    case .handsFull:
      "Two hands hold no more: a two-handed weapon leaves none for a shield or another weapon."
    case .thingUnknown: "Say what kind of thing it is: only then can it have numbers."
    case .noCharges: "No charges are left."
    case .changeUnknown: "That change isn’t in the history any more."
    case .changeUndone: "That change has been undone already."
    case .changedSince(let part):
      "\(part.name) changed again since. Undo the later change first."
    default: nil
    }
  }
}

extension RuleRefusal {
  /// Whether no field is to blame, as the page of this character has no form for that.
  var isAboutCharacter: Bool {
    switch self {
    case .levelLimit, .lastLevel, .alreadyExperienced, .bookFull, .notOwned: true
    default: false
    }
  }
}

extension RuleRefusal.ChangedPart {
  fileprivate var name: String {
    switch self {
    case .name: "The name has"
    case .title: "The title has"
    case .biography: "The biography has"
    case .alignment: "The alignment has"
    case .languages: "The languages have"
    case .level: "The level has"
    case .spellBook: "The spell book has"
    case .prepared: "The prepared spells have"
    case .conditions: "The conditions have"
    case .otherThings: "The other things have"
    case .worn: "What is worn and in hand has"
    case .clock: "The turns have"
    }
  }
}

extension GivenText.Fault {
  /// What is wrong with something in free words; `longest` is in characters.
  func sentence(_ name: String, _ longest: Int) -> String {
    switch self {
    case .empty: "\(name) needs a few words."
    case .tooLong: "\(name) can have at most \(longest) characters."
    case .tooLarge: "\(name) can’t have that many accents or joined signs: leave some out."
    case .unprintable: "\(name) can’t contain control characters."
    }
  }
}

extension Ammunition {
  /// Many of what is shot: `arrows`.
  var shotName: String { shotNames.many }

  /// Of one and of several.
  var shotNames: (one: String, many: String) {
    [
      ("arrow", "arrows"), ("crossbow bolt", "crossbow bolts"),
      ("silver-tipped arrow", "silver-tipped arrows"), ("sling stone", "sling stones"),
    ][rawValue]
  }
}

extension Gear {
  /// One piece and several of what is used up piece by piece; `nil` for what lasts.
  var pieceNames: (one: String, many: String)? {
    switch self {
    case .holyWater: ("vial of holy water", "vials of holy water")
    case .ironSpikes: ("iron spike", "iron spikes")
    case .oil: ("flask of oil", "flasks of oil")
    case .rationsIron: ("day of iron rations", "days of iron rations")
    case .rationsStandard: ("day of rations", "days of rations")
    case .torches: ("torch", "torches")
    default: nil
    }
  }
}
