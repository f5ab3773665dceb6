import Rooms

/// What a seat's page says about its part in a class experiment.
enum SeatWords {
  static let mean = "the mean"
  static let mostFrequent = "the most frequent result"

  /// What came with the last press.
  static func headline(_ play: ClassExperiment, _ seat: Int) -> String {
    let settings = play.settings
    let last = play.parts[seat]?.last ?? []
    guard !last.isEmpty else {
      return settings.experiment.isRolledHere ? "Press Roll" : "Roll your own die"
    }
    let results = last.suffix(settings.rollsAtPress).map { settings.experiment.name(of: $0.total) }
    let verb = settings.experiment.isRolledHere ? "You rolled" : "Your die showed"
    return "\(verb) \(results.listed())"
  }

  /// What is to be done next.
  static func explanation(_ play: ClassExperiment, _ seat: Int) -> String {
    let left = play.rollsLeft(of: seat)
    guard left > 0 else { return "That was your last roll. Watch how the chart goes on." }
    let rest = left.counted("roll is", "rolls are")
    let shown = play.settings.rollsAtPress
    if shown > ClassExperiment.lastRolls, play.parts[seat]?.last.isEmpty == false {
      return "These are the last \(ClassExperiment.lastRolls). \(rest) left for you."
    }
    guard play.settings.experiment.isRolledHere else {
      return "Press the number that it shows. \(rest) left for you."
    }
    return "\(rest) left for you."
  }

  static func guessHint(_ experiment: Experiment, _ guess: Guess?) -> String {
    if guess != nil { return "Noted. You can change it until your first roll." }
    switch experiment {
    case .crapsFirstRolls: return "0 for a loss, 1 for a win, 2 for a point"
    case .crapsGames: return "From 0, all lost, to 1, all won"
    default: return "A number, such as 7 or 3.5"
    }
  }
}
