import Mustache
import Web

/// The named rolls on the page of the dice, with fields to keep and import more.
struct NamedRollsView: Fielded {
  private let named: NamedRolls
  /// The revision of the dice for which the news is current.
  private let revision: Int
  private let problem: Problem?
  /// The text in the name field.
  private let name: String?

  init(_ named: NamedRolls, revision: Int, problem: Problem?, name: String?) {
    self.named = named
    self.revision = revision
    self.problem = problem
    self.name = name
  }

  static func declare(_ field: inout Fields<NamedRollsView>) {
    field.object("news", { $0.news }) { news in
      news("sentence") { $0.sentence }
      news("removed") { $0.removed?.line }
    }
    field.rows("rolls", { $0.named.rolls.enumerated() }) { roll in
      // The index tells the row's button from the others.
      roll("index") { $0.offset }
      roll("name") { $0.element.name }
      roll("expression") { $0.element.expression }
      roll("oddsQuery") { $0.element.oddsQuery }
    }
    field("offer") { $0.named.query }
    field("rollName") { $0.name }
    field("nameWrong") { $0.problem?["rollName"] }
    field("lines") { $0.problem?.form?["lines"] }
    field("linesWrong") { $0.problem?["lines"] }
  }

  /// Returns the first name under which an expression is kept.
  func name(of expression: String) -> String? {
    named.rolls.first { $0.expression == expression }?.name
  }

  /// The last move's change, if it concerned named rolls.
  var news: NamedRolls.LastChange? {
    problem == nil && named.news?.revision == revision ? named.news : nil
  }
}

extension NamedRoll {
  /// The query of the page with the expression's odds.
  var oddsQuery: String { PercentCoding.encode([("x", expression)]) }
}
