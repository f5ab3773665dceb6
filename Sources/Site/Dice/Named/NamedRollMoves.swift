import Web

extension DiceGame {
  static let namedRoutes: [Route] = [
    move("\(named)/roll") { state, visit throws(Problem) in try state.rollNamed(&visit) },
    naming("/keep") { rolls, visit throws(Problem) in try rolls.keep(&visit) },
    naming("/remove") { rolls, visit throws(Problem) in try rolls.remove(&visit) },
    naming("/bring") { rolls, visit throws(Problem) in try rolls.bring(&visit) },
    view("\(named).txt") { _, visit in
      .file(
        type: "text/plain; charset=utf-8", name: "dice-rolls.txt",
        bytes: Array((visit.session[NamedRolls.self]?.text ?? "").utf8))
    },
  ]

  /// The start of their addresses, and of the ID of their section.
  static let named = "/dice/named"

  private static func naming(
    _ path: String,
    _ move: @escaping @Sendable (inout NamedRolls, inout Visit) throws(Problem) -> Void
  ) -> Route {
    .post(named + path) { visit in
      try visit.move(
        showing: { (_: NamedRolls, visit, problem) in
          (visit.session[DiceState.self] ?? DiceState()).page(in: visit, problem: problem)
        }
      ) { rolls, visit in
        try move(&rolls, &visit)
        return "/dice#named"
      }
    }
  }
}

extension DiceState {
  fileprivate mutating func rollNamed(_ visit: inout Visit) throws(Problem) {
    guard let named = visit.session[NamedRolls.self]?[visit.form["named"] ?? ""] else {
      throw Problem(NamedRollWords.gone)
    }
    try roll(1, DiceState.formula(named.expression), &visit)
  }

  /// Keeps the roll just made under the form's name, if one was typed.
  ///
  /// Without scripts, Enter in that field rolls. A roll that can't be kept is rolled all the same.
  mutating func keepRolled(_ visit: inout Visit) {
    guard Audience(of: visit.request.path) == .people, isThrown,
      let name = visit.form["rollName"], !name.trimmingBlanks.isEmpty
    else { return }
    var rolls = visit.session[NamedRolls.self] ?? NamedRolls()
    let told: String
    do throws(NamedRollRefusal) {
      let roll = try NamedRoll(name, notation)
      told = NamedRollWords.kept(roll, isNew: try rolls.keep(roll))
      visit.session[NamedRolls.self] = rolls
    } catch {
      told = NamedRollWords.notKept(error)
    }
    notice = [notice, told].compactMap { $0 }.joined(separator: " ")
  }
}

extension NamedRolls {
  /// Keeps the form's expression, or else the current one, under the form's name.
  ///
  /// A newly typed expression becomes the one to roll, so that it stays in its field.
  fileprivate mutating func keep(_ visit: inout Visit) throws(Problem) {
    var dice = visit.session[DiceState.self] ?? DiceState()
    let typed = visit.form["expression"]?.trimmingBlanks ?? ""
    let roll: NamedRoll
    do throws(NamedRollRefusal) {
      roll = try NamedRoll(visit.form["rollName"] ?? "", typed.isEmpty ? dice.notation : typed)
      let sentence = NamedRollWords.kept(roll, isNew: try keep(roll))
      news = LastChange(sentence: sentence, revision: dice.revision)
    } catch {
      throw Problem([error.mistake], form: visit.form)
    }
    let formula = try DiceState.formula(roll.expression)
    guard formula.notation != dice.notation else { return }
    dice.pickUp()
    dice.take(formula)
    visit.session[DiceState.self] = dice
  }

  /// Removes the roll that the form names, unless it is removed already.
  fileprivate mutating func remove(_ visit: inout Visit) throws(Problem) {
    let name = visit.form["named"] ?? ""
    guard let removed = remove(name) else {
      guard news?.removed?.isNamed(name) == true else { throw Problem(NamedRollWords.gone) }
      return
    }
    news = LastChange(
      sentence: NamedRollWords.removed(removed), removed: removed, revision: visit.diceRevision)
  }

  /// Adds all rolls of the form's text, or none.
  fileprivate mutating func bring(_ visit: inout Visit) throws(Problem) {
    do throws(NamedLineFaults) {
      let (new, known) = try keep(lines: visit.form["lines"] ?? "")
      news = LastChange(
        sentence: NamedRollWords.kept(new, known: known), revision: visit.diceRevision)
    } catch {
      throw Problem(error.mistakes, form: visit.form)
    }
  }
}

extension Visit {
  /// The revision of the forms on the page of the dice.
  fileprivate var diceRevision: Int { session[DiceState.self]?.revision ?? 0 }
}
