import Mustache
import Web

/// The named rolls on the page of the dice, with fields to keep and to bring in more.
struct NamedRollsView: Fielded {
  private let named: NamedRolls
  /// At which the news is still news.
  private let revision: Int
  private let problem: Problem?
  /// What stands in the field of the name.
  private let name: String?

  init(_ named: NamedRolls, revision: Int, problem: Problem?, name: String?) {
    self.named = named
    self.revision = revision
    self.problem = problem
    self.name = name
  }

  static func declare(_ field: inout Fields<NamedRollsView>) {
    field("news") { $0.news }
    field("hasRolls") { !$0.named.rolls.isEmpty }
    field("rolls") { $0.named.rolls.enumerated().map(NamedRollRow.init) }
    field("offer") { $0.named.query }
    field("rollName") { $0.name }
    field("nameProblem") { $0.problem?["rollName"] != nil }
    field("lines") { $0.problem?.form?["lines"] }
    field("linesProblem") { $0.problem?["lines"] != nil }
  }

  /// What the last move did, if it was about named rolls.
  var news: NamedRolls.News? {
    problem == nil && named.news?.revision == revision ? named.news : nil
  }
}

/// A named roll in the list.
private struct NamedRollRow: Fielded {
  /// Tells the row's button from the others.
  let index: Int
  let roll: NamedRoll

  static func declare(_ field: inout Fields<NamedRollRow>) {
    field("index") { $0.index }
    field("name") { $0.roll.name }
    field("expression") { $0.roll.expression }
    field("oddsQuery") { $0.roll.oddsQuery }
  }
}

extension NamedRoll {
  /// The query of the page with its odds.
  var oddsQuery: String { PercentCoding.encode([("x", expression)]) }
}

extension NamedRolls.News: Fielded {
  static func declare(_ field: inout Fields<NamedRolls.News>) {
    field("sentence") { $0.sentence }
    field("removed") { $0.removed?.line }
  }
}
