import DiceLanguage
import Rooms

extension Experiment {
  /// What the class rolls, as a heading: `2d6`; for words as people say it: `4 coins: heads`.
  var heading: String { things?.name ?? code }

  /// What the class rolls, as the dice language has it; other experiments by their name.
  var code: String {
    switch self {
    case .expression(let expression): expression.text.isolated
    case .tally(let tally): tally.text.isolated
    case .crapsFirstRolls: "First rolls of Craps"
    case .crapsGames: "Games of Craps"
    case .pigTurns(let holdAt): "Turns of Pig, holding at \(holdAt)"
    case .ownDice(let faces): "Your own dice with \(faces) faces"
    }
  }

  /// Dice with words, or a bag, that are all there is.
  private var things: Dice? {
    switch self {
    case .tally(let tally): return tally.dice
    case .expression(let expression):
      guard expression.times == nil, case .dice(let dice) = expression.root else { return nil }
      return dice
    default: return nil
    }
  }
}

extension Dice {
  /// More different words than these are counted and not listed.
  private static let mostListed = 6

  /// `4 coins: heads`, `a spinner with 3 red and 2 blue`, `3 from 3 red and 2 blue`, `5 cards`.
  ///
  /// `nil` for dice with numbers, or whose number is rolled.
  fileprivate var name: String? {
    guard case .number(let number) = count, let list = die.words else { return nil }
    var counted = ""
    if case .count(let condition, _) = modifiers.first {
      counted = ": \(die.text(of: condition.number).isolated)"
    }
    let faces = list.words.map { "\($0.faces.groupedText) \($0.text.isolated)" }.listed()
    if Set(list.words.map { $0.text.lowercased() }) == ["heads", "tails"] {
      let isEven = list.faces == list.words.count
      return "\(number.counted("coin", "coins"))\(isEven ? "" : " (\(faces))")\(counted)"
    }
    let isBag = if case .bag = die { true } else { false }
    let putBack = isBag || number == 1 ? "" : ", each put back"
    if list.faces == CardFace.pack, CardFace.allCases.contains(where: { list.isPack(of: $0) }) {
      return "\(number.counted("card", "cards"))\(putBack)\(counted)"
    }
    let what =
      list.words.count > Dice.mostListed
      ? "\(list.words.count) different words" : faces
    return isBag || number > 1
      ? "\(number) from \(what)\(putBack)\(counted)" : "a spinner with \(what)\(counted)"
  }
}

extension WordList {
  /// Whether these are the words of a pack of cards, as the form that opens a room writes them.
  func isPack(of face: CardFace) -> Bool {
    words.map { $0.text.lowercased() }
      == face.words.split(separator: ",").map { $0.prefix { $0 != "*" }.lowercased() }
  }
}
