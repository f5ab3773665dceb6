import Games
import Site

extension RuleRefusal {
  /// The sentence of a rule for characters in play, if it is one.
  var playSentence: String? { levelSentence ?? magicSentence ?? tableSentence }

  private var levelSentence: String? {
    switch self {
    case .levelLimit(let characterClass):
      "Level \(characterClass.levelLimit) is the highest for \(characterClass.article)."
    case .experienceShort(let needed, let found):
      "That level needs \(needed.groupedText) experience points; you have \(found.groupedText)."
    case .lastLevel:
      "A drained first-level character dies. Set hit points to 0 instead."
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
      "The book is full: it holds only \(slots.counted("spell", "spells")) of level \(level)."
    case .spellNotInBook(let spell): "\(spell.name) isn’t in the book."
    case .noSlotLeft(let level, 0): "You can’t prepare spells of level \(level) yet."
    case .noSlotLeft(let level, let slots):
      "You can prepare only \(slots.counted("spell", "spells")) of level \(level) a day."
    case .notPrepared(let spell): "\(spell.name) isn’t prepared any more."
    default: nil
    }
  }

  private var tableSentence: String? {
    switch self {
    case .words(.condition, let fault): fault.sentence("A condition", PlayRecord.longestCondition)
    case .words(.otherThing, let fault): fault.sentence("An item", PlayRecord.longestThing)
    case .tooManyWords(.condition, let limit): "You can have at most \(limit) conditions."
    case .tooManyWords(.otherThing, let limit): "You can list at most \(limit) other things."
    case .notEnoughCoins(let coin, let found):
      "\(coin.name): you have only \(found.groupedText)."
    case .tooDear(let cost, let worth):
      "That costs \(Coins.text(worth: cost)), and all your coins are worth \(Coins.text(worth: worth))."
    case .notHealedByRest: "A day of rest heals only those who are hurt and still alive."
    case .noShots(let shot, 0): "You have no \(shot.shotName) left."
    case .noShots(let shot, let found):
      "\(shot.shotName.asSentence): you have only \(found.groupedText) left."
    case .shotsUsed(let shot):
      "\(shot.shotName.asSentence): you can’t have used more than you had."
    case .piecesUsed(let gear):
      "\(gear.name): you can’t have used more than were in the pack."
    case .notInHand(let weapon): "\(weapon.name): you can’t hold more than you have."
    case .handsFull:
      """
      You have only two hands: a two-handed weapon leaves none free for a shield or another weapon.
      """
    case .thingUnknown:
      "Choose a kind of thing first: without one it can’t have bonuses or charges."
    case .noCharges: "No charges are left."
    case .changeUnknown: "That change isn’t in the history any more."
    case .changeUndone: "That change has been undone already."
    case .changedSince(let part):
      "\(part.name) changed again since then. Undo the later change first."
    default: nil
    }
  }
}

extension RuleRefusal {
  /// Whether no field is to blame, as the character's page has no form for it.
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
    case .worn: "The gear in use has"
    case .clock: "The turns have"
    }
  }
}

extension GivenText.Fault {
  /// Returns what is wrong with a text in free words; `longest` is in characters.
  func sentence(_ name: String, _ longest: Int) -> String {
    switch self {
    case .empty: "\(name) needs a few words."
    case .tooLong: "\(name) can have at most \(longest) characters."
    case .tooLarge: "\(name) can’t have that many accents or combined characters. Leave some out."
    case .unprintable: "\(name) can’t contain control characters."
    }
  }
}

extension Ammunition {
  /// The plural of the ammunition: `arrows`.
  var shotName: String { shotNames.many }

  /// The singular and plural.
  var shotNames: (one: String, many: String) {
    [
      ("arrow", "arrows"), ("crossbow bolt", "crossbow bolts"),
      ("silver-tipped arrow", "silver-tipped arrows"), ("sling stone", "sling stones"),
    ][rawValue]
  }
}

extension Gear {
  /// The singular and plural of gear that is used up piece by piece; `nil` for gear that lasts.
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
