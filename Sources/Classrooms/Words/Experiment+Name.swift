import DiceLanguage
import Rooms
import Site

extension Experiment {
  /// The name as a heading: `2d6`; with words as people say it: `heads in 4 coins`.
  var heading: String {
    guard let name else { return code }
    return things?.counted.map { "\($0) in \(name)" } ?? name
  }

  /// The name within a sentence: `2d6`, `4 coins`.
  var rolled: String { name ?? code }

  /// The action of each press, unless it is a game.
  var verb: RollVerb { kind?.verb ?? .roll }

  /// The kind of thing that its words are on; `nil` if dice have numbers, or are part of a longer
  /// expression.
  var kind: ThingKind? {
    if case .tally(_, isColoured: true) = self {
      things?.kind(isColoured: true)
    } else {
      things?.kind()
    }
  }

  private var name: String? { kind.flatMap { things?.name(of: $0) } }

  /// The expression in the dice language, or the name of any other experiment.
  var code: String {
    switch self {
    case .expression(let expression): expression.text.isolated
    case .tally(let tally, _): tally.text.isolated
    case .crapsFirstRolls: "First rolls of Craps"
    case .crapsGames: "Games of Craps"
    case .pigTurns(let holdAt): "Turns of Pig, holding at \(holdAt)"
    case .ownDice(let faces): "Your own dice with \(faces) faces"
    }
  }

  /// The dice with words or the bag, if there is nothing else.
  private var things: Dice? {
    switch self {
    case .tally(let tally, _): return tally.dice
    case .expression(let expression):
      guard expression.times == nil, case .dice(let dice) = expression.root else { return nil }
      return dice
    default: return nil
    }
  }
}

/// The action for dice, coins, a spinner, a bag or cards.
enum RollVerb: String {
  case roll, toss, spin, draw

  /// The plural, and the form for a third person: `tosses`.
  var inPlural: String { rawValue + (self == .toss ? "es" : "s") }

  var inPast: String {
    switch self {
    case .roll: "rolled"
    case .toss: "tossed"
    case .spin: "spun"
    case .draw: "drew"
    }
  }
}

extension ThingPictures {
  /// - Returns: `nil` for dice with numbers, or in a longer expression, and before the first roll.
  init?(_ roll: PlayedRoll?, in settings: ExperimentSettings) {
    let experiment = settings.experiment
    guard let roll, case .words(let list) = experiment.diceFaces, let kind = experiment.kind
    else { return nil }
    self.init(kind, of: list, settings.colours, came: roll.dice)
  }
}

extension ThingKind {
  fileprivate var verb: RollVerb {
    switch self {
    case .coin: .toss
    case .spinner: .spin
    case .card, .marble: .draw
    }
  }
}

extension Dice {
  /// The most different words in a list; further ones are counted.
  private static let mostListed = 6

  /// Returns the kind of thing that its words are on; things with chosen colours are neither coins
  /// nor cards.
  ///
  /// `nil` for dice with numbers, or if their number is rolled.
  fileprivate func kind(isColoured: Bool = false) -> ThingKind? {
    guard case .number(let number) = count, let list = die.words else { return nil }
    return switch true {
    case !isColoured && list.isCoin: .coin
    case !isColoured && list.faces == CardFace.pack && isPack: .card
    case number == 1 && !isBag: .spinner
    default: .marble
    }
  }

  /// Whether its words are a pack of cards, as written by the form that opens a room.
  private var isPack: Bool {
    let name = die.name.lowercased()
    return CardFace.allCases.contains { name.hasSuffix("{\($0.words.lowercased())}") }
  }

  /// Whether it is drawn without replacement.
  var isBag: Bool { if case .bag = die { true } else { false } }

  /// The word that is counted; `nil` if all are.
  fileprivate var counted: String? {
    guard case .count(let condition, _) = modifiers.first else { return nil }
    return die.text(of: condition.number).isolated
  }

  /// Returns its name: `4 coins`, `a spinner with 3 red and 2 blue`, `3 from 3 red and 2 blue`, `5
  /// cards`.
  ///
  /// `nil` for dice with numbers, or if their number is rolled.
  fileprivate func name(of kind: ThingKind) -> String? {
    guard case .number(let number) = count, let list = die.words else { return nil }
    let faces = list.words.map { "\($0.faces.groupedText) \($0.text.isolated)" }.listed()
    let what = list.words.count > Dice.mostListed ? "\(list.words.count) different words" : faces
    let putBack = isBag || number == 1 ? "" : ", each put back"
    switch kind {
    case .coin:
      let isEven = list.faces == list.words.count
      return "\(number.counted("coin", "coins"))\(isEven ? "" : " (\(faces))")"
    case .card: return "\(number.counted("card", "cards"))\(putBack)"
    case .spinner: return "a spinner with \(what)"
    case .marble: return "\(number) from \(what)\(putBack)"
    }
  }
}

extension WordList {
  fileprivate var isCoin: Bool { Set(words.map { $0.text.lowercased() }) == ["heads", "tails"] }
}
