import Games
import Web

extension PigTable: EmbeddableTable {
  package static let slug = "pig"
  package static let noun = "game of Pig"
  static var part: WritableKeyPath<Session, PigTable?> { \.pig }

  /// What the form for the players has as well, in the order in which an address has it.
  private static let playersOptions = ["player1", "player2", "opponent", "strategy", "coach"]

  /// `goal=50&player1=Ada&player2=Bob&opponent=computer&strategy=hold-at-20&coach=on`.
  mutating func begin(_ wish: inout EmbedWish) {
    let goal = wish.number("goal", in: PigGame.goalLimits) ?? PigGame.usualGoal
    guard let game = try? PigGame(goal: goal) else { return }
    self = PigTable(game)
    var options: [(name: String, value: String)] = []
    for name in PigTable.playersOptions {
      let value =
        name == "coach" ? wish.choice(name, of: ["on", "off"], granting: false) : wish.take(name)
      if let value { options.append((name, value)) }
    }
    // The rules are those of the form; what breaks one is left out, and the rest is tried again.
    while let problem = grant(options) {
      let broken = Set(problem.mistakes.compactMap(\.field))
      problem.mistakes.forEach { wish.remark("\($0.sentence) It was left out.") }
      let kept = options.filter { !broken.contains($0.name) }
      guard kept.count < options.count else { return }
      options = kept
    }
    options.forEach { wish.grant($0.name, $0.value) }
  }

  /// Sets the players as a form would.
  /// - Returns: what is wrong; nothing was set then.
  private mutating func grant(_ options: [(name: String, value: String)]) -> Problem? {
    guard let form = try? Form(urlencoded: PercentCoding.encode(options).utf8, isInput: true)
    else { return nil }
    // No die is thrown: it is Player 1's turn, and the computer plays for Player 2.
    var dice = SeededGenerator(seed: 0)
    do throws(Problem) {
      let players = try PlayersWish(form, for: self)
      try players.grant(to: &self, using: &dice)
    } catch {
      return error
    }
    // A new game tells of no changes.
    startAgain()
    notice = nil
    return nil
  }
}
