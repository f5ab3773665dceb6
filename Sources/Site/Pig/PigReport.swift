import Games
import Mustache

/// The cost of people's decisions in a game.
package struct PigReport: Fielded {
  /// The chance of winning below which a decision gets no line.
  static let threshold = 0.005

  /// The decisions that cost anything.
  private let rows: [(decision: PigDecision, player: String)]
  private let sums: [String]

  package init(_ log: PigLog) {
    let rows = log.entries.compactMap { entry -> (decision: PigDecision, player: String)? in
      let player = entry.before.turn
      // In a room the computer may sometimes play for a person.
      guard player == .first || entry.before.opponent == .person,
        entry.before[player].name != Pig.computerName,
        let decision = PigDecision(entry), decision.cost > PigReport.threshold
      else { return nil }
      return (decision, entry.before.name(player))
    }
    self.rows = rows
    // By name, as in the table: players may swap names within a game.
    var players: [String] = []
    for row in rows where !players.contains(row.player) { players.append(row.player) }
    sums = players.map { player in
      // Rounded as in the rows, so that they add up to the sum.
      let costs = rows.filter { $0.player == player }.map {
        ($0.decision.cost * 1_000).rounded() / 1_000
      }
      let decisions = costs.count == 1 ? "1 decision," : "\(costs.count) decisions, together"
      return "\(player): \(decisions) \(costs.reduce(0, +).points)."
    }
  }

  package static func declare(_ field: inout Fields<PigReport>) {
    field.rows("rows", { $0.rows }) { row in
      row("player") { $0.player }
      row("scores") { "\($0.decision.position.own) to \($0.decision.position.other)" }
      row("turnTotal") { $0.decision.position.turnTotal }
      row("choice") {
        $0.decision.choice == .roll ? "rolled instead of holding" : "held instead of rolling"
      }
      row("cost") { $0.decision.cost.points }
    }
    field("sums") { $0.sums }
  }
}

extension Double {
  /// A difference of two shares: `1.3 points`.
  fileprivate var points: String { "\((self * 100).fixed(places: 1)) points" }
}
