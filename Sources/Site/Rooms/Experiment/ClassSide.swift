import Mustache
import Rooms

/// One experiment of a class: what came, its mean or the share of the event, and whether chance
/// alone explains it.
struct ClassSide: Fielded {
  /// The ids on the page begin with it.
  let prefix: String
  /// Of one of two.
  let name: String?
  let rolls: ClassRolls
  /// What may be seen of the expectation.
  let shown: Expectation?
  var chart: TallyChart?
  var mean: MeanChart?
  /// How many have guessed, while nobody may know what.
  let guessed: String?
  /// Whether it says that the expectation isn't to be seen.
  let isHidden: Bool

  private var experiment: Experiment { rolls.experiment }
  private var fit: ClassFit? { shown.map { ClassFit(rolls.tally, $0, experiment) } }

  static func declare(_ field: inout Fields<ClassSide>) {
    field("prefix") { $0.prefix }
    field("name") { $0.name }
    field("title") { ExperimentWords.title(of: $0.experiment) }
    field("chart") { $0.chart }
    field("nothing") { ExperimentWords.nothing(of: $0.experiment) }
    field("guessed") { $0.guessed }
    field("isHidden") { $0.isHidden }
    field("mean") { $0.mean }
    field("fitTitle") { ExperimentWords.title(ofFit: $0.experiment) }
    field.object("fit", { $0.fit }) { fit in
      fit("sentence") { $0.sentence }
      fit("facts") { $0.facts }
      fit("note") { $0.note }
    }
  }
}
