import Rooms
import Web

/// A total or a guess as other programs read it.
enum RecordedNumber {
  case number(Total)
  /// An outcome of Craps.
  case word(String)

  /// A total; `experiment` is `nil` outside of class experiments.
  init(_ total: Total, of experiment: Experiment?) {
    self = experiment.flatMap { $0.isCraps ? .word($0.name(of: total)) : nil } ?? .number(total)
  }

  init(_ guess: Guess, of experiment: Experiment?) {
    self =
      guess.isMostFrequent
      ? RecordedNumber(guess.total, of: experiment) : .number(guess.total)
  }

  /// A fraction as a decimal, since spreadsheets take `7/2` for a day.
  var csv: String {
    switch self {
    case .number(let total) where total.denominator == 1: "\(total)"
    case .number(let total): "\(total.double)"
    case .word(let word): word.csvCell
    }
  }

  /// A fraction exactly, as a string.
  var json: JSON {
    switch self {
    case .number(let total) where total.denominator == 1: .number("\(total)")
    case .number(let total): .string("\(total)")
    case .word(let word): .string(word)
    }
  }
}
