import Games

/// Plain dice rolling, without the rules of any game.
enum DiceGame: Game {
  typealias State = DiceState

  static let slug = "dice"
  static let root = "/dice"
  static let name = "Dice"
  static let noun = "table of dice"
  static let invitation = "Roll dice"
  static let summary = "Any dice from d4 to d100, with each face, the total and what it could be."
  static let picture = PreviewPicture(
    file: "preview-dice.png", words: "Dice in Dicehall: a d20, a d8 and a d6 on green felt")
  static let card = GameCard(
    dice: .init(faces: [Face(value: 17, type: .d20), Face(value: 5, type: .d8)]),
    html: """
      Pick a die from d4 to d100, how many, and what to add; or write it as <code>2d6+3</code>. \
      You see each face, the total, and the lowest, highest and mean it could be. Your last 200 \
      rolls are kept for you to look back on or download.
      """,
    links: [.init(path: "/rules/dice", words: "Notation and rules of the dice")])

  static let rules: String? = "/rules/dice"
  static let pages: [any Page.Type] = [DicePage.self]
  static let routes: [Route] = [
    page(),
    move("/dice/roll", rollDice),
    change("/dice/choose") { _ in },
    change("/dice/add-die") { $0.addDie() },
    change("/dice/remove-die") { $0.removeDie() },
    change("/dice/add-modifier") { $0.addModifier() },
    change("/dice/remove-modifier") { $0.removeModifier() },
    move("/dice/clear", clearDice),
    move("/dice/expression", rollExpression),
    move("/dice/clear-history") { state, _ in state.clearHistory() },
    view("/dice/history.csv") { state, _ in
      .file(
        type: "text/csv; charset=utf-8", name: "dice-history.csv", bytes: DiceHistory(state).csv)
    },
    view("/dice/history.json") { state, _ in
      .file(
        type: "application/json", name: "dice-history.json", bytes: DiceHistory(state).json)
    },
  ]

  /// The route of a button that reads the form's fields and then changes the dice.
  private static func change(
    _ path: String, _ change: @escaping @Sendable (inout DieStructure) -> Void
  ) -> Route {
    move(path) { state, visit throws(Problem) in
      state.isThrown = false
      if try state.take(visit.form) { change(&state.structure) }
    }
  }

  /// Nothing can be deleted in a frame.
  static func offers(_ path: String) -> Bool { path != "/dice/clear-history" }

  static let options = [die, dice, modifier]
  private static let die = EmbedOption.choice(
    "die", "Die type", of: DieType.allCases.map { ($0.name, $0.name) },
    usual: DieStructure().type.name)
  private static let dice = EmbedOption.number(
    "dice", "How many", in: DieStructure.diceLimits, usual: DieStructure().totalDice)
  private static let modifier = EmbedOption.number(
    "modifier", "Modifier", in: DieStructure.modifierLimits,
    usual: DieStructure().modifier)

  /// Reads options such as `die=d6&dice=2&modifier=3`.
  static func begin(_ state: inout DiceState, _ options: inout OptionReader) {
    if let type = options.choice(die).flatMap(DieType.init(name:)) { state.structure.type = type }
    if let dice = options.number(dice) { _ = state.structure.setTotalDice(dice) }
    if let modifier = options.number(modifier) { _ = state.structure.setModifier(modifier) }
  }
}
