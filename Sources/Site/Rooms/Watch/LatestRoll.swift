import Mustache
import Rooms

/// What a class rolled last, in words and pictures.
struct LatestRoll: Fielded {
  /// More dice are told in words alone.
  private static let mostFaces = 4

  let settings: ExperimentSettings
  let roll: PlayedRoll
  private var experiment: Experiment { settings.experiment }

  /// - Returns: `nil` before the first roll, and for two experiments.
  init?(_ opened: OpenRoom) {
    guard case .experiment(let play) = opened.room.play, play.second == nil,
      let roll = play.lastRoll
    else { return nil }
    settings = play.settings
    self.roll = roll
  }

  static func declare(_ field: inout Fields<LatestRoll>) {
    field("unit") { $0.experiment.unit(1) }
    field("result") { $0.experiment.name(of: $0.roll.total) }
    field("things") { ThingPictures($0.roll, in: $0.settings) }
    field("faces") { latest in
      latest.roll.dice.count > mostFaces ? [] : latest.experiment.faces(of: latest.roll)
    }
  }
}
