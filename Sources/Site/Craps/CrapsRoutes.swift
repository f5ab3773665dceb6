import Games
import Web

let crapsRoutes: [Route] = [
  .game("/craps", showCraps),
  .post("/craps/roll", rollCraps),
  .post("/craps/ante", setAnte),
  .get("/craps/start-over", askStartOver),
  .post("/craps/start-over", startOver),
]

private func showCraps(_ visit: inout Visit) -> Answer { visit.show(\.craps) }

private func rollCraps(_ visit: inout Visit) -> Answer {
  visit.play(\.craps) { table, visit throws(Problem) in
    guard !table.game.bankrupt else { throw Problem(bankruptSentence) }
    guard try table.grantAnte(visit.form["ante"]) else { return }
    table.roll(using: &visit.random)
  }
}

private func setAnte(_ visit: inout Visit) -> Answer {
  visit.play(\.craps) { table, visit throws(Problem) in
    _ = try table.grantAnte(visit.form["ante"] ?? "")
  }
}

private func askStartOver(_ visit: inout Visit) -> Answer {
  guard !visit.session.isReplacement else { return visit.show(\.craps) }
  return .page(StartOverPage(visit.session.craps ?? CrapsState()))
}

private func startOver(_ visit: inout Visit) -> Answer {
  visit.play(\.craps) { table, _ in table.startOver() }
}

private let bankruptSentence = "Your balance is $0, so there is nothing to stake. Start over first."

extension CrapsState {
  /// Moves the ante as asked, as far as the rules have it.
  /// - Parameter text: the form's field, `nil` where it was not sent.
  /// - Returns: `false` when the wish was corrected: the visitor sees the new ante before it is
  ///   at stake.
  /// - Throws: `Problem` where the ante stays as it is.
  fileprivate mutating func grantAnte(_ text: String?) throws(Problem) -> Bool {
    guard let text else { return true }
    guard let wish = TypedNumber(text) else {
      throw Problem(
        "The ante must be a number of dollars. It is still \(game.ante.dollars).", field: "ante")
    }
    let correction = setAnte(wish.number)
    switch correction {
    case .pointIsOn:
      throw Problem(
        "The ante stays at \(game.ante.dollars) until the point is decided.",
        field: "ante")
    case .bankrupt: throw Problem(bankruptSentence, field: "ante")
    case nil where !wish.wasRounded: return true
    default:
      notice = "\(CrapsState.reason(correction)) Your ante is now \(game.ante.dollars)."
      return false
    }
  }

  private static func reason(_ correction: AnteCorrection?) -> String {
    switch correction {
    case .raisedToLowest: "The ante is at least $5."
    case .loweredToBalance: "The ante cannot be more than your balance."
    case .loweredToHighest: "The ante is at most $500."
    default: "The ante goes in steps of $5, rounded down."
    }
  }
}
