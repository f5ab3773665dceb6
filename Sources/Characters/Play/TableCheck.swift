import Classrooms
import DiceLanguage
import Games
import Mustache
import Rooms
import Site
import Web

/// A roll that a character makes in play, with the exact chance of success.
struct TableCheck: Fielded {
  /// The total that the dice must show before modifiers.
  enum Goal: Equatable {
    case atLeast(Int)
    case atMost(Int)
    /// Any total, as for damage, a reaction or initiative.
    case total
  }

  /// The ID in forms: `save-wands`.
  let id: String
  let name: String
  /// The dice in the dice language: `1d20`, `1d8+2`.
  let dice: String
  let goal: Goal
  /// The words for success and for failure.
  private let outcomes: (yes: String, no: String)
  /// The lowest roll that saves against magic, if wisdom changes that.
  var neededAgainstMagic: Int?
  /// The target's armour class, for attacks.
  var armourClass: Int?
  /// The range, for missiles.
  var reach: String?
  /// The roll that follows a hit, for attacks.
  var next: String?
  /// The result, if it was the last roll: `A hit`, `7`.
  var result: String?
  /// The ammunition used up by each roll, if any.
  var shot: Ammunition?
  /// The reason why it can't be rolled now, if there is one.
  var obstacle: String?
  /// The derivations of the needed number, or of the modifier.
  var whys: [Derivation] = []

  init(
    _ id: String, _ name: String, _ dice: String, _ goal: Goal,
    _ outcomes: (yes: String, no: String) = ("success", "failure"), why: Derivation...
  ) {
    whys = why
    self.id = id
    self.name = name
    self.dice = dice
    self.goal = goal
    self.outcomes = outcomes
  }

  /// The whole check in the dice language, such as `{2d6}<=8`, whose value is 1 or 0.
  var expression: String { expression(for: goal) }

  private func expression(for goal: Goal) -> String {
    switch goal {
    case .atLeast(let least): "{\(dice)}>=\(least)"
    case .atMost(let most): "{\(dice)}<=\(most)"
    case .total: dice
    }
  }

  /// The roll needed: `12 or more on 1d20`, `12 or more on 1d20, against magic 11 (50.0%)`.
  var need: String {
    switch goal {
    case .atLeast(let least):
      "\(least) or more on \(dice)"
        + (neededAgainstMagic.map {
          ", against magic \($0)"
            + (chance(of: .atLeast($0)).map { " (\($0.double.percent()))" } ?? "")
        } ?? "")
    case .atMost(let most): "\(most) or less on \(dice)"
    case .total: dice
    }
  }

  /// The same without numbers: `or more on 1d20`; `nil` where any total will do.
  var rule: String? {
    switch goal {
    case .atLeast: "or more on \(dice)"
    case .atMost: "or less on \(dice)"
    case .total: nil
    }
  }

  /// The exact chance of success; `nil` if the check only needs a total.
  var chance: Rational? { chance(of: goal) }

  private func chance(of goal: Goal) -> Rational? {
    guard goal != .total else { return nil }
    return try? Expression(parsing: expression(for: goal)).odds().total.mean
  }

  /// Rolls the dice and describes the result in one or two sentences.
  func rolled(using random: inout some RandomNumberGenerator) -> String {
    sentence(of: roll(using: &random))
  }

  /// Returns the result in one or two sentences.
  func sentence(of roll: ExpressionRoll) -> String {
    let (sum, total) = words(of: roll)
    switch goal {
    case .total: return "\(name.isolated): \(sum)."
    case .atLeast(let least):
      return verdict("\(sum), needed \(least)", verdict(of: total))
    case .atMost(let most): return verdict("\(sum), needed \(most) or less", verdict(of: total))
    }
  }

  /// Returns the result in a word or a number, to be shown large: `Saved`, `7`.
  func result(of roll: ExpressionRoll) -> String {
    let total = words(of: roll).total
    return goal == .total ? total.signedText : verdict(of: total).asSentence
  }

  /// The number shown large where it is rolled: `12`, `2d6+1`.
  private var target: String {
    switch goal {
    case .atLeast(let number), .atMost(let number): number.signedText
    case .total: dice
    }
  }

  /// Returns what a total means, such as `saved`; empty if only the total counts.
  private func verdict(of total: Int) -> String {
    switch goal {
    case .total: return ""
    case .atMost(let most): return total <= most ? outcomes.yes : outcomes.no
    case .atLeast(let least):
      let isSuccess = total >= least
      let differs = neededAgainstMagic.map { (total >= $0) != isSuccess } ?? false
      return (isSuccess || differs ? outcomes.yes : outcomes.no)
        + (differs ? isSuccess ? ", but not against magic" : " against magic only" : "")
    }
  }

  /// Returns the roll as a table shows it, with the exact chance of success or of that total.
  /// - Returns: `nil` for a roll that tables don't show.
  func shown(_ rolled: ExpressionRoll, of member: Campaign.Member, _ name: String) -> CheckRoll? {
    guard let total = rolled.total.int, let roll = PlayedRoll(rolled),
      let dice = try? Expression(parsing: dice),
      let chance = (chance ?? chance(of: .atLeast(total))).flatMap(Total.init)
    else { return nil }
    return try? CheckRoll(
      member: member.number, name: name, what: self.name, dice: dice, roll: roll,
      verdict: verdict(of: total) + (armourClass.map { " against AC \($0.signedText)" } ?? ""),
      chance: chance)
  }

  /// Rolls the dice, and returns their sum in words, such as `4 + 5 + 1 = 10`, and their total.
  func thrown(using random: inout some RandomNumberGenerator) -> (words: String, total: Int) {
    words(of: roll(using: &random))
  }

  func roll(using random: inout some RandomNumberGenerator) -> ExpressionRoll {
    guard let roll = try? Expression(parsing: dice).roll(using: &random) else {
      preconditionFailure("\(dice) are no dice")
    }
    return roll
  }

  private func words(of roll: ExpressionRoll) -> (words: String, total: Int) {
    guard let total = roll.total.int else { preconditionFailure("\(dice) are no dice") }
    let faces = roll.dice.map(\.value)
    let shown = faces.map { "\($0)" }.joined(separator: " + ")
    let added = total - faces.reduce(0, +)
    guard faces.count > 1 || added != 0 else { return ("rolled \(shown)", total) }
    // Damage is never less than 1.
    guard added >= 0 || total > 1 else { return ("rolled \(shown), reduced to \(total)", total) }
    let modifier = added == 0 ? "" : added > 0 ? " + \(added)" : " \u{2212} \(-added)"
    return ("\(shown)\(modifier) = \(total)", total)
  }

  private func verdict(_ sum: String, _ verdict: String) -> String {
    let chance = chance.map { " The chance was \($0.chanceText)." } ?? ""
    return "\(name.isolated): \(sum) – \(verdict).\(chance)"
  }

  static func declare(_ field: inout Fields<TableCheck>) {
    field("id") { $0.id }
    field("name") { $0.name.isolated }
    field("target") { $0.target }
    field("need") { $0.need }
    field("againstMagic") { $0.neededAgainstMagic }
    field("whys") { $0.whys }
    field("reach") { $0.reach }
    field("result") { $0.result }
    field("next") { $0.result == $0.outcomes.yes.asSentence ? $0.next : nil }
    field("chance") { $0.chance?.chanceText }
    field("obstacle") { $0.obstacle }
    field("odds") { "\(oddsPath)?\(PercentCoding.encode([("x", $0.expression)]))" }
  }
}

extension OpenCharacter {
  /// Shows a roll at the character's table, or only checks whether it could.
  /// - Throws: `Problem` if no table takes it.
  func show(
    _ check: TableCheck, _ roll: ExpressionRoll, in visit: Visit, isTrial: Bool = false
  ) throws {
    guard let table, let shown = check.shown(roll, of: table.member, character.name) else {
      throw Problem("Nothing was shown: this character isn’t at a table.", status: .conflict)
    }
    let question = table.room.campaign.question
    let isAsked =
      question.map { question in
        question.waiting.contains(table.member.number) && question.check.isAnswered(by: check.id)
      } ?? false
    let show = isTrial ? visit.tryToShow : visit.show
    try show(shown, table.member, isAsked ? question?.number ?? 0 : 0, table.room)
  }

  /// Shows a roll at the character's table, if it is at one.
  /// - Returns: a sentence if the table doesn't take it now; `nil` also if that isn't known.
  func showIfTaken(_ check: TableCheck, _ roll: ExpressionRoll, in visit: Visit) -> String? {
    guard table != nil else { return nil }
    do {
      try show(check, roll, in: visit)
      return nil
    } catch let problem as Problem where problem.status != .unavailable {
      return "Your table isn’t taking rolls right now, so only you can see this one."
    } catch {
      return nil
    }
  }
}

extension AskedCheck {
  /// The ID of the check that answers; `nil` if several may, or none.
  private var answer: String? {
    switch self {
    case .death, .wands, .paralysis, .breath, .spells: "save-\(rawValue)"
    case .initiative: "initiative"
    case .doors, .listen: "explore-\(rawValue)"
    case .str, .int, .wis, .dex, .con, .cha:
      Ability.allCases.first { "\($0)" == rawValue }.map { "ability-\($0.slug)" }
    // Characters' numbers don't count for a side's initiative.
    case .attack, .sides: nil
    }
  }

  /// Returns whether the roll with this ID is what was asked for.
  func isAnswered(by id: String) -> Bool {
    self == .attack ? id.hasPrefix("melee-") || id.hasPrefix("missile-") : id == answer
  }

  /// Where on the Play page the answer is rolled.
  var place: String { answer.map { "roll-\($0)" } ?? "attack" }
}
