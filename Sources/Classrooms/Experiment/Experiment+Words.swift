import DiceLanguage
import Games
import Rooms
import Site

extension Experiment {
  /// Returns an outcome's name: `7`, `win`.
  func name(of total: Total) -> String {
    if let tally, let came = tally.tally(numbered: total.numerator) { return tally.text(of: came) }
    if words.indices ~= total.numerator { return words[total.numerator] }
    if case .pigTurns = self, total == .zero { return "nothing" }
    return total.signedText
  }

  /// Returns an outcome's label below a column.
  func mark(of total: Total) -> String {
    switch self {
    case .pigTurns: return total.signedText
    case .tally(let tally, _) where tally.count != 1:
      return tally.tally(numbered: total.numerator)?.map(String.init).joined(separator: ":") ?? ""
    default: return name(of: total)
    }
  }

  /// The heading of a table's first column.
  var outcomeName: String {
    switch self {
    case .expression: "Total"
    case .tally(let tally, _): tally.count == 1 ? "Word" : "Tally"
    case .crapsFirstRolls: "Outcome"
    case .crapsGames: "Outcome"
    case .pigTurns: "Points banked"
    case .ownDice: "Face"
    }
  }

  var rollsName: String { unit(2).asSentence }

  /// `roll`, `rolls`.
  func unit(_ count: Int) -> String {
    switch self {
    case .expression, .ownDice, .tally: count == 1 ? verb.rawValue : verb.inPlural
    case .crapsFirstRolls: count == 1 ? "first roll" : "first rolls"
    case .crapsGames: count == 1 ? "game" : "games"
    case .pigTurns: count == 1 ? "turn" : "turns"
    }
  }

  /// The action of each press.
  var act: String {
    switch self {
    case .expression, .ownDice, .tally, .crapsFirstRolls: verb.inPlural
    case .crapsGames, .pigTurns: "plays"
    }
  }

  /// Returns the number of rolls: `1,500 rolls of 2d6`.
  func counted(_ rolls: Int) -> String {
    let what =
      switch self {
      case .expression, .tally: " of \(rolled)"
      case .ownDice: " of our own dice"
      case .crapsFirstRolls, .crapsGames, .pigTurns: ""
      }
    return "\(rolls.groupedText) \(unit(rolls))\(what)"
  }

  /// The reason for the results if only chance is at work: `fair dice`.
  var fairness: String {
    switch self {
    case .expression, .tally: diceFaces == .numbers ? "fair dice" : "nothing but chance at work"
    case .crapsFirstRolls, .crapsGames, .pigTurns, .ownDice: "fair dice"
    }
  }

  var meanName: String { self == .crapsGames ? "Share won" : "Mean" }
  var exactName: String { self == .crapsGames ? "Exact chance" : "Exact mean" }

  /// Returns a mean; the more rolls, the more decimals.
  func mean(_ mean: Double, of rolls: Int) -> String {
    self == .crapsGames
      ? mean.percent(places: rolls < 1_000 ? 1 : 2) : mean.fixed(places: rolls < 1_000 ? 2 : 3)
  }

  func exactMean(_ expectation: Expectation) -> String {
    self == .crapsGames
      ? "\(expectation.mean.percent(places: 2)) (244/495)" : expectation.mean.shortText
  }

  func guessedMean(_ mean: Double) -> String {
    self == .crapsGames ? mean.shortPercent : mean.shortText
  }

  func guessedTotal(_ number: Double) -> String {
    Int(exactly: number).flatMap { Total($0) }.map(name) ?? number.shortText
  }

  /// The words worth asking for: without those of which every draw from the bag has one, unless
  /// there are no others.
  var wordsInDoubt: [String] {
    guard let tally, tally.dice.isBag, let count = tally.count, let list = tally.dice.die.words
    else { return words }
    let left = list.words.filter { list.faces - $0.faces >= count }.map(\.text)
    return left.isEmpty ? words : left
  }

  /// The faces of its dice.
  var diceFaces: Expression.Faces {
    switch self {
    case .tally(let tally, _): tally.dice.die.words.map { .words($0) } ?? .numbers
    case .expression(let expression): expression.faces
    default: .numbers
    }
  }

  /// The most dice of a roll that are drawn.
  private static let mostDrawn = 12

  /// The type of all its dice; `nil` if pictures would leave out something, such as dropped dice.
  private var die: DieType? {
    switch self {
    case .expression(let expression): DieStructure(expression)?.type
    case .crapsFirstRolls, .crapsGames, .pigTurns: .d6
    case .ownDice(let faces): DieType(rawValue: faces)
    case .tally: nil
    }
  }

  /// Returns the dice of a roll as pictures; none if there are too many, or no pictures of them.
  func faces(of roll: PlayedRoll) -> [Face] {
    guard let die, roll.dice.count <= Experiment.mostDrawn else { return [] }
    return roll.dice.map { Face(value: $0, type: die) }
  }
}

extension PlayedRoll {
  /// Returns the dice as text; `nil` if their words can't be told apart.
  func faces(_ faces: Expression.Faces) -> [String]? {
    switch faces {
    case .numbers: dice.map(\.signedText)
    case .words(let list): dice.map { list[$0]?.isolated ?? $0.signedText }
    case .mixed: nil
    }
  }
}

extension ExperimentEvent {
  /// Returns the event's name: `at least 10`, `heads`, `at least one red`.
  func name(of experiment: Experiment) -> String {
    guard let tally = experiment.tally else { return text.withMinusSign }
    return tally.count == 1 ? text.isolated : "at least one \(text.isolated)"
  }
}

extension Double {
  /// `16.67%`, `40%`.
  var shortPercent: String { "\(((self * 10_000).rounded() / 100).shortText)%" }
}

extension Total {
  /// `7`, `−7/2`, with a minus sign instead of a hyphen.
  var signedText: String { description.withMinusSign }
}
