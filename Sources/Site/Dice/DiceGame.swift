import DiceLanguage
import Games
import Web

/// Plain dice rolling, without the rules of any game.
package enum DiceGame: Game {
  package typealias State = DiceState

  package static let slug = "dice"
  package static let root = "/dice"
  package static let name = "Dice"
  package static let noun = "dice table"
  package static let summary =
    "Any dice, from d4 to 8d6!, with each face, the total and its exact chance."
  package static let picture = PreviewPicture(
    file: "preview-dice.png", words: "Dice in Dicehall: a d20, a d8 and a d6 on green felt")
  package static let card = GameCard(
    .dice([Face(value: 17, type: .d20), Face(value: 5, type: .d8)]),
    "Roll anything, from one d4 to a fistful of d100.")

  package static let rules: String? = "/rules/dice"
  package static let pages: [any Page.Type] = [
    DicePage.self, DiceLogPage.self, NamedOfferPage.self, SharedRollPage.self, DiceRulesPage.self,
  ]
  package static let routes: [Route] =
    [
      .page("/rules/dice") { _ in .page(try DiceRulesPage()) },
      .game(root, readsQuery: true, showDice),
      .get(SharedRoll.path, usesSession: false) { visit in
        guard !visit.request.query.fields.isEmpty else { return .movedPermanently(root) }
        let page = SharedRollPage(visit.request.query, visit.odds)
        return .page(page, page.status)
      },
      rolling("/dice/roll"),
      rolling("/dice/roll-10", 10),
      rolling("/dice/roll-100", 100),
      change("/dice/choose") { _ in },
      change("/dice/add-die") { $0.addDie() },
      change("/dice/remove-die") { $0.removeDie() },
      change("/dice/add-modifier") { $0.addModifier() },
      change("/dice/remove-modifier") { $0.removeModifier() },
      move("/dice/clear") { state, visit throws(Problem) in try state.clear(visit.form) },
      move("/dice/expression") { state, visit throws(Problem) in
        try state.rollExpression(&visit)
        state.keepRolled(&visit)
      },
      move("/dice/clear-history") { state, _ in state.clearHistory() },
      // Former addresses of the files.
      .get("/dice/history.csv", usesSession: false) { _ in .movedPermanently("/dice/log.csv") },
      .get("/dice/history.json", usesSession: false) { _ in .movedPermanently("/dice/log.json") },
    ] + log(page: DiceLogPage.init) { DiceLog($0).file(as: $1) }
    + DieType.allCases.map(rolling) + namedRoutes

  /// Shows the table, or the named rolls that a link to the hall offers.
  private static func showDice(_ visit: inout Visit) -> Answer {
    if Audience(of: visit.request.path) == .people,
      let offer = NamedOfferPage(
        visit.request.query, beside: visit.session[NamedRolls.self] ?? NamedRolls())
    {
      return .page(offer, offer.status)
    }
    let state = visit.session[DiceState.self] ?? DiceState()
    let wrong = DiceState.problem(ofLink: visit)
    return .page(
      state.page(in: visit, problem: visit.damage(to: DiceState.self) ?? wrong),
      wrong?.status ?? .ok)
  }

  /// Returns the route of a button that rolls the form's dice this many times.
  private static func rolling(_ path: String, _ times: Int = 1) -> Route {
    move(path) { state, visit throws(Problem) in
      try state.roll(times, &visit)
      state.keepRolled(&visit)
    }
  }

  /// Returns the route of a die's button, such as `/dice/roll-d20`.
  private static func rolling(_ type: DieType) -> Route {
    move("/dice/roll-\(type.name)") { state, visit throws(Problem) in
      try state.roll(type, &visit)
    }
  }

  /// Returns the route of a button that reads the form's fields and then changes the dice.
  private static func change(
    _ path: String, _ change: @escaping @Sendable (inout DieStructure) -> Void
  ) -> Route {
    move(path) { state, visit throws(Problem) in try state.change(visit.form, change) }
  }

  /// Returns whether frames offer a path: they delete nothing, and named rolls are the hall's.
  package static func offers(_ path: String) -> Bool {
    path != "/dice/clear-history" && !path.hasPrefix(named)
  }

  package static let options = [expression, die, dice, modifier]
  private static let expression = EmbedOption.text(
    "expression", "Expression", maximum: Expression.Limits.text,
    hint: "Any dice, such as 4d6kh3 or 8d6!; it counts instead of the three fields below.")
  private static let die = EmbedOption.choice(
    "die", "Die type", of: DieType.allCases.map { ($0.name, $0.name) },
    default: DieStructure().type.name)
  private static let dice = EmbedOption.number(
    "dice", "How many", in: DieStructure.diceLimits, default: DieStructure().totalDice)
  private static let modifier = EmbedOption.number(
    "modifier", "Modifier", in: DieStructure.modifierLimits,
    default: DieStructure().modifier)

  package static func settings(of state: DiceState) -> [String: String] {
    if let text = state.expression { return [expression.name: text] }
    let dice = state.structure
    return [
      DiceGame.die.name: dice.type.name, DiceGame.dice.name: String(dice.totalDice),
      modifier.name: String(dice.modifier),
    ]
  }

  /// Reads options such as `die=d6&dice=2&modifier=3`, or an expression, which overrides these.
  package static func begin(_ state: inout DiceState, _ options: inout OptionReader) {
    if let text = options.take(expression) {
      do throws(ExpressionError) {
        let formula = try Formula(parsing: text)
        state.take(formula)
        options.grant(expression.name, formula.notation)
        for option in [die, dice, modifier] where options.take(option) != nil {
          options.remark(on: option.name, DiceWords.isInExpression)
        }
        return
      } catch {
        options.remark(on: expression.name, DiceWords.isUnreadable(error))
      }
    }
    if let type = options.choice(die).flatMap(DieType.init(name:)) { state.structure.type = type }
    if let dice = options.number(dice) { _ = state.structure.setTotalDice(dice) }
    if let modifier = options.number(modifier) { _ = state.structure.setModifier(modifier) }
  }
}
