import Games
import Mustache

/// What the decisions of a game cost that people made in it.
struct PigReport: Fielded {
  /// In chance of winning: what costs less is not worth a line.
  static let threshold = 0.005

  private let rows: [Row]
  private let sums: [String]

  /// - Returns: `nil` where no decision is known.
  init?(_ log: PigLog, _ story: PigStory) {
    guard let review = PigReview(of: log.events, from: log.start) else { return nil }
    let dear = review.decisions.filter { decision in
      let isPersons = decision.seat == .first || story.isPersonal[decision.index]
      return isPersons && decision.cost > PigReport.threshold
    }
    let rows = dear.map { Row(decision: $0, player: story.lines[$0.index].player) }
    self.rows = rows
    // By name, as the table has them: names may change hands within a game.
    var players: [String] = []
    for row in rows where !players.contains(row.player) { players.append(row.player) }
    sums = players.map { player in
      // As the rows show them, so that whoever adds them up finds the same.
      let costs = rows.filter { $0.player == player }.map {
        ($0.decision.cost * 1_000).rounded() / 1_000
      }
      let decisions = costs.count == 1 ? "1 decision," : "\(costs.count) decisions, together"
      return "\(player): \(decisions) \(costs.reduce(0, +).points)."
    }
  }

  static func declare(_ field: inout Fields<PigReport>) {
    field("rows") { $0.rows }
    field("hasRows") { !$0.rows.isEmpty }
    field("sums") { $0.sums }
  }

  /// A decision that cost something.
  private struct Row: Fielded {
    let decision: PigDecision
    let player: String

    static func declare(_ field: inout Fields<Row>) {
      field("player") { $0.player }
      field("scores") { "\($0.decision.position.own) to \($0.decision.position.other)" }
      field("turnTotal") { $0.decision.position.turnTotal }
      field("choice") { row in
        row.decision.choice == .roll ? "rolled instead of holding" : "held instead of rolling"
      }
      field("cost") { $0.decision.cost.points }
    }
  }
}

extension Double {
  /// A share of one as `53.1 %`, to the nearest tenth or, with two places, hundredth.
  func percent(places: Int = 1) -> String { "\(fixed(scale: 100, places: places)) %" }

  /// A difference of two shares: `1.3 points`.
  fileprivate var points: String { "\(fixed(scale: 100, places: 1)) points" }

  /// The number times `scale` with so many places, for numbers from 0 on.
  private func fixed(scale: Double, places: Int) -> String {
    var unit = 1
    for _ in 0..<places { unit *= 10 }
    let scaled = Int((self * scale * Double(unit)).rounded())
    let rest = String(scaled % unit)
    return "\(scaled / unit)." + String(repeating: "0", count: places - rest.utf8.count) + rest
  }
}
