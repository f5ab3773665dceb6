import Games

/// Craps, simplified: two dice, an ante, a point.
package enum CrapsGame: Game {
  package typealias State = CrapsState

  package static let slug = "craps"
  package static let root = "/craps"
  package static let name = "Craps"
  package static let noun = "game of Craps"
  package static let summary =
    "Two dice, play money, and the exact chance of winning after every roll."
  package static let picture = PreviewPicture(
    file: "preview-craps.png", words: "Craps in Dicehall: two dice showing 4 and 3 on green felt")
  package static let card = GameCard(
    .dice([Face(value: 4), Face(value: 3)]), "$200 of play money, and your chance after every roll."
  )
  package static let footnote: String? =
    "Play money only: nothing here can be bought, won or cashed in."

  package static let rules: String? = "/rules/craps"
  package static let stylesheet: String? = "craps.css"
  package static let pages: [any Page.Type] = [
    CrapsPage.self, CrapsLogPage.self, StartOverPage.self, CrapsRulesPage.self,
  ]
  package static let routes: [Route] =
    [
      page(),
      move("/craps/roll") { state, visit throws(Problem) in
        guard !state.game.bankrupt else { throw Problem(CrapsWords.bankrupt) }
        guard try state.setAnte(visit.ante) else { return }
        state.roll(using: &visit.random)
      },
      move("/craps/ante") { state, visit throws(Problem) in
        _ = try state.setAnte(visit.ante ?? "")
      },
      view("/craps/start-over") { state, _ in .page(StartOverPage(state)) },
      move("/craps/start-over") { state, _ in state.startOver() },
      .page("/rules/craps") { _ in .page(CrapsRulesPage()) },
    ] + log(page: CrapsLogPage.init) { CrapsLog($0).file(as: $1) }

  package static let options = [balance, ante]
  private static let balance = EmbedOption.number(
    "balance", "Balance", in: Craps.balanceLimits, step: Craps.step,
    default: Craps.startingBalance)
  private static let ante = EmbedOption.number(
    "ante", "Ante", in: Craps.step...Craps.highestAnte, step: Craps.step,
    default: Craps.startingAnte)

  /// Returns the settings with the last bet, which may be more than a loser's next bet can be.
  package static func settings(of state: CrapsState) -> [String: String] {
    let lastBet = state.log.reversed().first { $0.ending != .startedOver }?.amount
    return [
      balance.name: String(state.start.balance), ante.name: String(lastBet ?? state.game.ante),
    ]
  }

  /// Reads options such as `balance=500&ante=5`.
  package static func begin(_ state: inout CrapsState, _ options: inout OptionReader) {
    let game = Craps(balance: options.number(balance) ?? Craps.startingBalance)
    let ante = options.number(ante, upTo: game.highestLegalAnte) ?? Craps.startingAnte
    state = CrapsState(Craps(balance: game.balance, ante: ante))
  }
}
