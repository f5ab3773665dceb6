import DiceLanguage
import Mustache
import Web

/// The page of named rolls that a link offers, which keeps nothing.
final class NamedOfferPage: Page {
  static let templates = ["dice-offer"]
  let title: String
  let description = "Dice rolls with names, for you to keep and roll with one press."
  let section: Section? = .game(DiceGame.self)
  let query: String
  /// An offer that somebody sent is personal, so search engines don't list it.
  let isPersonal = true
  /// The offer as lines.
  private let text: String
  /// The offered rolls; empty if a line can't be read.
  private let rolls: [NamedRoll]
  private let kept: NamedRolls
  /// The faults that prevent keeping all of them.
  private let faults: NamedLineFaults?

  /// - Returns: `nil` if the query offers nothing.
  init?(_ query: Form, beside kept: NamedRolls) {
    guard let text = NamedRolls.text(in: query) else { return nil }
    self.text = text
    self.kept = kept
    self.query = PercentCoding.encode(
      query.fields.filter { $0.name == "named" }.map { ($0.name, $0.value) })
    var offered = NamedRolls()
    rolls = (try? offered.keep(lines: text).new) ?? []
    var all = kept
    do throws(NamedLineFaults) {
      _ = try all.keep(lines: text)
      faults = nil
    } catch {
      faults = error
    }
    title = "\(NamedRollWords.offer(rolls.count)) – Dice – Dicehall"
  }

  var status: Status { rolls.isEmpty ? .unprocessable : .ok }

  static func declare(_ field: inout Fields<NamedOfferPage>) {
    field("heading") { NamedRollWords.offer($0.rolls.count) }
    field("faults") { $0.faults?.mistakes ?? [] }
    field.rows("rolls", { $0.rolls }) { roll in
      roll("name") { $0.name }
      roll("expression") { $0.expression }
      roll("oddsQuery") { $0.oddsQuery }
      roll("reading") { (try? RollExpression(parsing: $0.expression))?.reading.asSentence }
      // What the roll kept under that name means for it.
      roll("standing") { roll, page in
        page.kept[roll.name].map { NamedRollWords.standing(of: roll, $0) }
      }
    }
    field("isNew") { page in !page.rolls.allSatisfy { page.kept.rolls.contains($0) } }
    field("text") { $0.text }
  }
}

/// The named rolls on the page of the dice, with fields to keep and import more.
struct NamedRollsView: Fielded {
  private let named: NamedRolls
  /// The revision of the dice for which the news is current.
  private let revision: Int
  private let problem: Problem?
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
