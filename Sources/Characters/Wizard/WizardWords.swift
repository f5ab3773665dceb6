import Games
import Mustache
import Site

/// The words of the wizard's pages about each step.
extension Step {
  func heading(for draft: CharacterDraft) -> String {
    switch self {
    case .abilities: "Roll your abilities"
    case .characterClass: "Choose a class"
    case .adjust: "Adjust your abilities"
    case .details: "Hit points, gold, alignment"
    case .biography: "Name your character"
    case .spells: draft.level > 1 ? "Fill your spell book" : "Choose a spell"
    case .equipment: "Buy equipment"
    case .review: "Look it over"
    case .save: "Save your character"
    }
  }

  /// Returns a sentence for newcomers on what to do.
  func lead(for draft: CharacterDraft) -> String {
    switch self {
    case .abilities where draft.options.contains(.fourDice):
      """
      Roll four six-sided dice for each ability and drop the lowest. 11 to 14 is usual. \
      Reroll any of them as often as your table allows.
      """
    case .abilities:
      """
      Roll three six-sided dice for each ability, in order. 9 to 12 is usual; more is better. \
      Reroll any of them as often as your table allows.
      """
    case .characterClass:
      """
      Each card shows what your scores give. A high prime requisite (marked *) earns more \
      experience.
      """
    case .adjust:
      """
      Optional: take two points off a score you can spare to free one for a prime requisite \
      (marked *). Happy as you are? Continue.
      """
    case .details:
      "Hit points are how much harm you can take; gold buys your equipment."
    case .biography:
      "All you need is a name."
    case .spells where draft.level > 1:
      """
      Your book holds as many spells of each level as you can cast in a day. Choose at least one \
      first-level spell; you can add the rest later.
      """
    case .spells:
      "Your book holds one first-level spell. You can cast it once a day."
    case .equipment:
      """
      Buy what you can afford; you can return anything at full price in gold pieces (gp). \
      A weapon, armour, light and food are a good start.
      """
    case .review: "This is the record sheet. Go back to change anything, or continue and save it."
    case .save:
      """
      Keep the character in your vault, share it with everybody on Dragon Cloud, or both.
      """
    }
  }

  /// Returns the state of the step, for when nothing has just happened.
  func state(of draft: CharacterDraft) -> String {
    switch self {
    case .abilities: draft.rolledSentence ?? "Nothing rolled yet."
    case .characterClass:
      draft.characterClass.map { "Your class: \($0.name)." } ?? "No class chosen yet."
    case .adjust: draft.freedSentence
    case .details: draft.detailsSentence
    case .biography: draft.name.isEmpty ? "No name yet." : "Named \(draft.fullName.isolated)."
    case .spells:
      draft.book.isEmpty ? "Your spell book is still empty." : draft.bookSentence
    case .equipment: draft.purseSentence
    case .review, .save: draft.summarySentence
    }
  }

  /// Returns what `Surprise me` would do here; `nil` if there is nothing to choose.
  func surprise(for state: DraftState) -> String? {
    let draft = state.draft
    return switch self {
    case .abilities:
      state.isLosable
        ? "Makes a whole new character; asks first."
        : "Makes a whole character for you, ready to play."
    case .characterClass:
      "Picks a class that suits your scores"
        + (draft.characterClass == nil ? "." : "; changing class can cost you: see each card.")
    case .adjust where !draft.canTrade: nil
    case .adjust:
      "Trades points at random, or not at all."
        + (draft.languages.isEmpty ? "" : " You lose languages the new Intelligence doesn’t allow.")
    case .details: "Rolls both and picks an alignment."
    case .biography:
      draft.name.isEmpty
        ? "Finds a name, and any languages you may choose."
        : "Finds another name, and other languages; the title stays."
    case .spells: draft.level > 1 ? "Fills the book." : "Picks a spell."
    case .equipment: "Packs a sensible kit instead of what you bought."
    case .review: state.isByChance ? "Makes another character in place of this one." : nil
    case .save: nil
    }
  }
}

extension CharacterDraft {
  /// A sentence on a waiting character, such as `You have an unfinished fighter, Ada.`.
  var waitingSentence: String {
    "You have an unfinished \(characterClass?.name.lowercased() ?? "character")"
      + (name.isEmpty ? "." : ", \(name.isolated).")
  }

  var fullName: String { title.isEmpty ? name : "\(name), \(title)" }

  /// Name and class: `Ada, first-level fighter`.
  var summarySentence: String { "\(fullName.isolated), \(rank)." }

  /// Level and class: `first-level fighter`, `level 3 fighter`.
  var rank: String {
    let level = level == 1 ? "first-level" : "level \(level)"
    return "\(level) \(characterClass?.name.lowercased() ?? "")"
  }

  /// The names of the spells in the book.
  var bookSentence: String {
    "In your book: \(book.map(\.name).joined(separator: ", "))."
  }

  /// The scores in the order of rolling.
  var rolledSentence: String? {
    guard let rolledScores else { return nil }
    var sentence = "You rolled \(rolledScores[.str])" as Text
    for ability in Ability.allCases.dropFirst() {
      sentence.append(ability == .cha ? " and " : ", ")
      sentence.append(rolledScores[ability])
    }
    sentence.append(".")
    return String(sentence)
  }

  var optionsSentence: String { options.text.map { "Options: \($0)." } ?? "No options." }

  /// The scores in order once they are arranged.
  var arrangedSentence: String {
    guard let rolledScores else { return "" }
    let texts = Ability.allCases.map { "\($0.name) \(rolledScores[$0])" }
    return "Arranged: \(texts.joined(separator: ", "))."
  }

  var freedSentence: String {
    switch freedPoints {
    case 0 where adjustments.isEmpty: "You haven’t changed any scores."
    case 0: "You’ve spent every freed point."
    case 1: "1 point is free: spend it on a prime requisite."
    default: "\(freedPoints) points are free: spend them on prime requisites."
    }
  }

  /// The sentence on why the third step was left out.
  static let nothingToTrade = "With these scores there’s nothing to trade between abilities."

  /// The hit points: `5 hit points`.
  var hitPointText: String {
    let points = hitPoints ?? 0
    return points.counted("hit point", "hit points")
  }

  fileprivate var detailsSentence: String {
    switch (hitPoints, goldRolled) {
    case (.some, let gold?): "\(hitPointText) and \(gold) gp."
    case (.some, nil): "\(hitPointText); now roll your gold."
    case (nil, let gold?): "\(gold) gp; now roll your hit points."
    case (nil, nil): "Nothing rolled yet."
    }
  }

  fileprivate var purseSentence: String {
    goods.isEmpty
      ? "\(goldLeft) gp to spend."
      : "\(goldLeft) of \(goldRolled ?? 0) gp left."
  }

  func lossSentences(in later: CharacterDraft) -> [String] {
    losses(in: later).map { loss in
      switch loss {
      case .classCleared(let characterClass):
        let reasons = later.scores.map { characterClass.shortcomings(of: $0) } ?? []
        return ([loss.sentence] + reasons).joined(separator: " ")
      case .adjustmentsCleared: return "Ability adjustments were undone."
      case .languagesCleared(let languages):
        return "Languages lost: \(languages.map(\.name).joined(separator: ", "))."
      case .spellCleared(let spell): return "\(spell.name) is no longer in your spell book."
      case .goodsReturned(let items, let gold):
        let names = Goods(items).entries.map(\.item.name).joined(separator: ", ")
        return "Returned for \(gold) gp (not for your class): \(names)."
      case .spellsCleared(let spells):
        return "No longer in your spell book: \(spells.map(\.name).joined(separator: ", "))."
      case .classChecked, .hitPointsCleared, .hitPointsChecked, .languagesChecked:
        return loss.sentence
      }
    }
  }

  var classSentence: String { "Your class: \(characterClass?.name ?? "none")." }

  var hitDiceSentence: String {
    let rolls = (options.contains(.fullHitPoints) ? [] : [hitDieRoll ?? 0]) + laterHitDice
    return "You rolled \(rolls.map(String.init).joined(separator: ", ")): \(hitPointText)."
  }

  var levelSentence: String {
    missing(in: .details).contains(.hitPoints)
      ? "Level \(level). Now roll its hit points." : "Level \(level)."
  }

  /// The record sheet; `nil` while something is missing.
  var sheet: RecordSheet? {
    // The sheet doesn't show the ID, so any will do.
    var random = SeededGenerator(seed: 0)
    return (try? character(id: CharacterID(using: &random))).map(RecordSheet.init)
  }
}

extension Ability {
  /// Returns the effects of a score in a few words: `melee +1, open doors 3-in-6`.
  func inPlay(at score: Int) -> String {
    guard AbilityScores.range ~= score else { return phrases(at: score) }
    return Ability.inPlay[rawValue][score - AbilityScores.range.lowerBound]
  }

  /// The effects of each ability's scores, computed once.
  private static let inPlay = allCases.map { ability in
    AbilityScores.range.map { ability.phrases(at: $0) }
  }

  private func phrases(at score: Int) -> String {
    modifiers.compactMap { $0.phrase(at: score) }.joined(separator: ", ")
  }
}

extension Modifier {
  /// Returns the effect of a score; `nil` if it goes without saying.
  fileprivate func phrase(at score: Int) -> String? {
    let text = text(at: score)
    let value = value(at: score)
    return switch self {
    case .melee, .openDoors, .magicSaves, .armourClass, .missile, .initiative, .hitPoints:
      "\(name.lowercased()) \(text)"
    case .extraLanguages:
      value == 0 ? nil : value.counted("extra language", "extra languages")
    case .brokenSpeech: value == 0 ? nil : "broken speech"
    case .literacy:
      Literacy(intelligence: score) == .basic ? "reads a little" : text.lowercased()
    case .npcReactions: "reactions \(text)"
    case .retainersMax: "up to \(text) \(value == 1 ? "retainer" : "retainers")"
    case .retainerLoyalty: "loyalty \(text)"
    }
  }
}
