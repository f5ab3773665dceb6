import DiceLanguage
import Mustache
import Rooms
import Site

/// A seat's own rolls: the latest results and the tally, of one or two experiments.
struct OwnResults: Fielded {
  let play: ClassExperiment
  let seat: Int
  let expectation: (Experiment) -> Expectation?
  /// Whether the expectation is visible.
  let isShown: Bool

  /// One experiment.
  private struct Side {
    let rolls: ClassRolls
    /// The name, if it is one of two.
    let name: String?
    let prefix: String
  }

  private var sides: [Side] {
    let names = play.settings.names
    return [Side(rolls: play.first, name: play.second == nil ? nil : names[0], prefix: "")]
      + (play.second.map { [Side(rolls: $0, name: names[1], prefix: "second-")] } ?? [])
  }

  static func declare(_ field: inout Fields<OwnResults>) {
    field.rows("sides", { $0.sides }) { side in
      side("name") { $0.name }
      side.rows("last", { side, own in side.rolls.parts[own.seat]?.last ?? [] }) { roll in
        roll("result") { $1.rolls.experiment.name(of: $0.total) }
        roll("faces") { $1.rolls.experiment.pictures(of: $0) }
        roll("dice") { $1.rolls.experiment.dice(of: $0) }
      }
      side("chart") { side, own -> TallyChart? in
        guard let tally = side.rolls.parts[own.seat]?.tally else { return nil }
        let experiment = side.rolls.experiment
        return TallyChart(
          tally, by: .seat, of: experiment,
          in: OutcomeColumns(side.rolls, own.expectation(experiment), isShown: own.isShown),
          prefix: side.prefix)
      }
    }
    field("facts") { $0.facts }
  }

  private var facts: [Fact] {
    let experiment = play.settings.experiment
    var facts = [
      Fact(
        label: ExperimentWords.own(experiment.rollsName),
        value: play.rolls(of: seat).groupedText),
      Fact(label: ExperimentWords.left, value: play.rollsLeft(of: seat).groupedText),
    ]
    if let guess = play.guesses[seat] {
      facts.append(Fact(label: "Your guess", value: SeatWords.guess(guess, of: play.settings)))
    }
    for side in sides where side.rolls.experiment.hasMean {
      guard let tally = side.rolls.parts[seat]?.tally, let mean = tally.mean else { continue }
      let name = side.name.map { " of \($0)" } ?? ""
      facts.append(
        Fact(
          label: ExperimentWords.own(experiment.meanName) + name,
          value: side.rolls.experiment.mean(mean, of: tally.rolls)))
    }
    return facts
  }
}

extension Experiment {
  /// The most dice of a roll; further ones are cut off.
  private static let mostDice = 10
  /// The most pictures of a roll; more dice are shown as numbers.
  private static let mostPictures = 4

  /// Returns whether the dice show nothing beyond the total.
  private func isPlain(_ roll: PlayedRoll) -> Bool {
    roll.dice.count == 1 && Total(roll.dice[0]) == roll.total
      && (tally != nil || diceFaces == .numbers)
  }

  /// Returns the pictures; none for a single die, which shows only the total.
  fileprivate func pictures(of roll: PlayedRoll) -> [Face] {
    isPlain(roll) || roll.dice.count > Experiment.mostPictures ? [] : faces(of: roll)
  }

  /// Returns the dice that aren't pictures; `nil` for a single die, which shows only the total.
  fileprivate func dice(of roll: PlayedRoll) -> String? {
    guard !isPlain(roll), pictures(of: roll).isEmpty, let all = roll.faces(diceFaces), !all.isEmpty
    else { return nil }
    let faces = all.prefix(Experiment.mostDice).joined(separator: ", ")
    return all.count > Experiment.mostDice ? "\(faces), …" : faces
  }
}
