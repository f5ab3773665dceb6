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

/// A row of scores for a player of Pig, with a bar as long as the way to the goal.
package struct PigScore: Fielded {
  let name: String
  let game: Pig
  let place: Seat
  /// Whether the next visitor may take the place.
  let isFree: Bool
  /// Whether the game only continues when somebody has come.
  let isWaiting: Bool
  /// The points to go in words, if the row shows them.
  let missing: Text?

  package init(
    name: String, game: Pig, place: Seat, isFree: Bool = false, isWaiting: Bool = false,
    missing: Text? = nil
  ) {
    self.name = name
    self.game = game
    self.place = place
    self.isFree = isFree
    self.isWaiting = isWaiting
    self.missing = missing
  }

  package static func declare(_ field: inout Fields<PigScore>) {
    field("name") { $0.name }
    field("score") { $0.game[$0.place].score }
    field("isPlaying") {
      !$0.isFree && !$0.isWaiting && !$0.game.isOver && $0.game.turn == $0.place
    }
    // Parts of the way to the goal in percent: the banked score, the turn, and both.
    field("banked") { $0.banked }
    field("risk") { $0.reached - $0.banked }
    field("reached") { $0.reached }
    field("isWinner") { $0.game.winner == $0.place }
    field("missing") { $0.missing }
    field("isFree") { $0.isFree }
  }

  private var banked: Int { min(100, 100 * game[place].score / game.goal) }

  private var reached: Int { min(100, banked + 100 * game.turnTotal / game.goal) }
}
