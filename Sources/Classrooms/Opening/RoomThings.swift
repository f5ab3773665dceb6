import DiceLanguage
import Rooms
import Site
import Web

/// The part of a card that counts, from a pack of 52.
enum CardFace: String, CaseIterable {
  case colour, suit, rank, card

  /// The number of cards in a pack.
  static let pack = 52
  private static let ranks = ["A"] + (2...10).map(String.init) + ["J", "Q", "K"]

  var name: String {
    switch self {
    case .colour: "Its colour"
    case .suit: "Its suit"
    case .rank: "Its rank"
    case .card: "The card itself"
    }
  }

  /// The pack in the dice language, between braces.
  var words: String {
    switch self {
    case .colour: "red*26,black*26"
    case .suit: "hearts*13,diamonds*13,clubs*13,spades*13"
    case .rank: CardFace.ranks.map { "\($0)*4" }.joined(separator: ",")
    case .card:
      ["S", "H", "D", "C"].flatMap { suit in CardFace.ranks.map { $0 + suit } }
        .joined(separator: ",")
    }
  }
}

/// The words on a spinner or in a bag, as typed.
struct Things {
  var words: [(text: String, times: Int)] = []

  var count: Int { words.reduce(0) { $0 + $1.times } }
  /// Whether all faces are numbers, which are added up and have no star.
  var areNumbers: Bool { words.allSatisfy { Int($0.text) != nil } }
  /// The words with stars in the dice language, between braces.
  var starred: String {
    words.map { $0.times == 1 ? $0.text : "\($0.text)*\($0.times)" }.joined(separator: ",")
  }
  /// The words in the dice language for a die.
  var faces: String {
    guard areNumbers else { return starred }
    return words.flatMap { Array(repeating: $0.text, count: $0.times) }.joined(separator: ",")
  }
}

/// Spinners, bags and cards, whose plain fields become expressions.
extension RoomForm.Reader {
  /// Reads the words of a spinner or a bag; `nil` if they are wrong.
  mutating func words() -> Things? {
    var (things, isWrong) = (Things(), false)
    for (word, count, _) in RoomSetting.words {
      let text = (form[word.name] ?? "").trimmingBlanks
      guard !text.isEmpty else { continue }
      guard text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " }) else {
        mistakes.append(.init(RoomWords.wrongWord, field: word.name, input: text))
        isWrong = true
        continue
      }
      things.words.append((text, number(count)))
    }
    if things.words.count < 2, !isWrong {
      let first = RoomSetting.words.first { (form[$0.word.name] ?? "").trimmingBlanks.isEmpty }
      mistakes.append(
        .init(RoomWords.tooFewWords, field: (first ?? RoomSetting.words[0]).word.name))
      return nil
    }
    return isWrong ? nil : things
  }

  /// Reads the colours for the words of a spinner or a bag; if several fields have the same word,
  /// the first counts.
  mutating func colours(of experiment: Experiment) -> [ThingColour?] {
    guard ["spinner", "bag"].contains(choice(RoomSetting.experiment)) else { return [] }
    let list = experiment.tally?.dice.die.words
    var colours = experiment.words.map { _ in ThingColour?.none }
    for (word, _, option) in RoomSetting.words {
      let text = (form[word.name] ?? "").trimmingBlanks.split(separator: " ").joined(separator: " ")
      guard !text.isEmpty, let colour = ThingColour(rawValue: choice(option)) else { continue }
      if let place = list?.place(of: text) {
        colours[place] = colours[place] ?? colour
      } else {
        mistakes.append(.init(RoomWords.colourless, field: option.name))
      }
    }
    return colours
  }

  /// Reads an experiment of draws from this many things, with or without replacement.
  mutating func drawn(_ words: String, outOf count: Int, at option: EmbedOption) -> Experiment? {
    let drawn = number(RoomSetting.drawn)
    if choice(RoomSetting.putBack) == "yes" {
      return experiment(of: "\(drawn)d{\(words)}", at: option)
    }
    guard drawn <= count else {
      mistakes.append(
        .init(RoomWords.tooFew(count), field: RoomSetting.drawn.name, input: "\(drawn)"))
      return nil
    }
    return experiment(of: "\(drawn) from {\(words)}", at: option)
  }

  /// Reads an expression made of fields, of which one may be wrong.
  mutating func experiment(of text: String, at option: EmbedOption) -> Experiment? {
    do throws(ExpressionError) {
      switch try RollExpression(parsing: text) {
      case .number(let expression): return .expression(expression)
      case .tally(let tally):
        if let count = tally.tallies, count <= Experiment.mostOutcomes { return .tally(tally) }
        mistakes.append(.init(RoomWords.tooManyDrawn, field: RoomSetting.drawn.name))
      }
    } catch {
      mistakes.append(.init(error.sentence, field: option.name, input: form[option.name]))
    }
    return nil
  }
}
