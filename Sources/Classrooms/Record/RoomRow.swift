import DiceLanguage
import Mustache
import Rooms
import Site
import Storage
import Web

/// A roll, a guess without a roll, or a decision in a match, as a row of a download.
struct RoomRow {
  /// The number among all rolls, from 1; `nil` if it isn't a roll.
  let roll: Int?
  /// The number of its event, which may have several rolls.
  let number: Int
  let time: Int
  /// The number of the part, from 1; each start over begins another.
  let part: Int
  /// The number of the seat; 0 for the host and, in a room of pairs, for the computer.
  let seat: Int
  /// The name; `nil` for a seat that isn't named.
  let name: String?
  let expression: String
  var outcome = Outcome()
  /// The roll of the second experiment, if there are two.
  var second = Outcome()
  /// The secret of a revealed hidden roll, in hexadecimal digits.
  var secret: String?
  /// The SHA-256 of a hidden roll, in hexadecimal digits.
  var hash: String?
  /// The seat's guess, once everybody may know it.
  var guess: RecordedNumber?
  /// What the guess is about.
  var guessOf: String?
  /// The number of the game in a room of pairs, from 1 in each round.
  var game: Int?
  /// The totals of `6x(…)`, and the number of dice that aren't recorded.
  var notes = RollNotes()

  /// Dice and their total.
  struct Outcome {
    var dice: [Int] = []
    /// The words on the dice; `nil` for numbers, and if words of several kinds can't be told apart.
    var faces: [String]?
    /// The total; `nil` while it is hidden.
    var total: RecordedNumber?

    init() {}

    /// Creates the row of a roll; `experiment` is `nil` outside class experiments.
    init(_ roll: PlayedRoll, of experiment: Experiment?) {
      dice = roll.dice
      total = RecordedNumber(roll.total, of: experiment)
      let faces = experiment?.diceFaces ?? .numbers
      self.faces = faces == .numbers ? nil : roll.faces(faces) ?? []
    }

    fileprivate var diceCell: Cell {
      guard let faces else { return .list(dice.map(Cell.number)) }
      // Words have no sign that would need quotes.
      return .either(
        csv: faces.joined(separator: "; ").withoutIsolation,
        .array(faces.map { .string($0.withoutIsolation) }))
    }

    fileprivate var totalCell: Cell { total?.cell ?? .word(nil) }
  }

  private var nameCell: Cell { name.map { .text($0) } ?? .word(nil) }

  static let columns: Columns<RoomRow> = [
    "roll": { .number($0.roll) },
    "number": { .number($0.number) },
    "time": { .word(String(Moment(seconds: $0.time).iso)) },
    "part": { .number($0.part) },
    "seat": { .number($0.seat) },
    "name": { $0.nameCell },
    "expression": { .text($0.expression) },
    "dice": { $0.outcome.diceCell },
    "total": { $0.outcome.totalCell },
    "secret": { .word($0.secret) },
    "hash": { .word($0.hash) },
    "guess": { $0.guess?.cell ?? .word(nil) },
    "guessOf": { .word($0.guessOf) },
    "totals": { .list($0.notes.totals.map { RecordedNumber($0, of: nil).cell }) },
    "moreDice": { row in
      let count = row.notes.unwritten
      return .either(csv: count == 0 ? "" : "\(count)", .number("\(count)"))
    },
  ]

  /// The columns of a room of pairs.
  static let columnsOfPairs: Columns<RoomRow> = {
    var columns: Columns<RoomRow> = [
      "round": { .number($0.part) },
      "game": { .number($0.game) },
    ]
    let shared = Self.columns.all.prefix { $0.name != "secret" }.filter { $0.name != "part" }
    columns.all.insert(contentsOf: shared.prefix(3), at: 0)
    columns.all += shared.dropFirst(3)
    return columns
  }()

  /// Returns the columns of a class experiment, with those of a second one if there is one.
  static func columns(_ settings: ExperimentSettings) -> Columns<RoomRow> {
    guard let second = settings.second else { return columns }
    let more: Columns<RoomRow> = [
      "secondExpression": { .text($0.roll == nil ? "" : second.code) },
      "secondDice": { $0.second.diceCell },
      "secondTotal": { $0.second.totalCell },
    ]
    var columns = columns
    columns.all += more.all
    return columns
  }

  /// Returns the columns of a class experiment for a spreadsheet; plain dice have a column each.
  static func tidyColumns(_ settings: ExperimentSettings) -> Columns<RoomRow> {
    var columns: Columns<RoomRow> = [
      "number": { .number($0.roll) },
      "time": { .word(String(Moment(seconds: $0.time).iso)) },
      "part": { .number($0.part) },
      "seat": { .number($0.seat) },
      "name": { $0.nameCell },
    ]
    columns.all += outcome(of: settings.experiment, named: { $0 }) { $0.outcome }
    if let second = settings.second {
      func named(_ name: String) -> String {
        "second\(name.prefix(1).uppercased())\(name.dropFirst())"
      }
      columns.all += outcome(of: second, named: named) { $0.second }
    }
    columns.all += Self.columns.all.filter { $0.name.hasPrefix("guess") }
    return columns
  }

  /// The columns of one experiment.
  private static func outcome(
    of experiment: Experiment, named name: (String) -> String,
    _ outcome: @escaping @Sendable (RoomRow) -> Outcome
  ) -> [(name: String, cell: Columns<RoomRow>.Value)] {
    func column(
      _ title: String, _ cell: @escaping @Sendable (Outcome) -> Cell
    ) -> (name: String, cell: Columns<RoomRow>.Value) {
      (name(title), { cell(outcome($0)) })
    }
    var dice = [column("dice") { $0.diceCell }]
    if let count = experiment.plainDice {
      dice = (0..<count).map { place in
        column("die\(place + 1)") { .number($0.dice.indices ~= place ? $0.dice[place] : nil) }
      }
    } else if experiment.tally?.count == 1 {
      // A single word says it all.
      dice = []
    }
    return dice + [column(experiment.hasWords ? "outcome" : "total") { $0.totalCell }]
  }
}

/// A total or a guess, as downloads have it.
enum RecordedNumber {
  case number(Total)
  /// A named outcome, or one of two experiments.
  case word(String)

  /// Creates a total; `experiment` is `nil` outside class experiments.
  init(_ total: Total, of experiment: Experiment?) {
    self = experiment.flatMap { $0.hasWords ? .word($0.name(of: total)) : nil } ?? .number(total)
  }

  init(_ guess: Guess, of settings: ExperimentSettings) {
    switch guess.question {
    case .mostFrequent: self.init(guess.total, of: settings.experiment)
    case .likelier: self = .word(settings.text(of: guess))
    case .mean, .chance: self = .number(guess.total)
    }
  }

  /// The exact fraction; in CSV a decimal, as spreadsheets read `7/2` as a date.
  var cell: Cell {
    switch self {
    case .number(let total) where total.denominator == 1:
      .either(csv: "\(total)", .number("\(total)"))
    case .number(let total): .either(csv: "\(total.double)", .string("\(total)"))
    case .word(let word): .text(word)
    }
  }
}
