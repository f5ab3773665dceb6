import Games
import Mustache
import Site
import Web

/// The page of the fourth step: hit points, gold and alignment.
struct DetailStepPage: WizardPage {
  static let templates = ["characters/details"]
  let wizard: WizardLayout

  static func declare(_ field: inout Fields<DetailStepPage>) {
    field("wizard") { $0.wizard }
    field("hitPointFaces") { page in page.hitPointFaces }
    field("hitPoints") { $0.draft.hitPoints }
    field("hitPointSum") { $0.hitPointSum }
    field("needsNoRoll") { $0.isFull && $0.draft.level == 1 }
    field("levels") { $0.levels }
    field("isHigher") { $0.draft.level > 1 }
    field("experience") { page in page.row?.experience.groupedText }
    field("hitDice") { $0.row?.hitDice.text }
    field("startOpen") {
      $0.draft.level > 1 || $0.wizard.problem?["level"] != nil
    }
    field("levelWrong") { $0.wizard.problem?["level"] }
    field("hitPointRolls") { countText($0.draft.hitPointRolls) }
    field("constitution") { page in
      (page.draft.scores?.value(of: .hitPoints) ?? 0).modifierText
    }
    field("hitPointsWrong") { $0.wizard.problem?["hitPoints"] }
    field("goldFaces") { page in
      page.draft.goldDice?.faces.map { Face(value: $0) } ?? []
    }
    field("gold") { $0.draft.goldRolled }
    field("goldSum") { page in
      page.draft.goldDice.map { dice in
        dice.faces.map(String.init).joined(separator: " + ") + " = \(dice.total), times ten"
      }
    }
    field("goldRolls") { countText($0.draft.goldRolls) }
    field("goldObstacle") { $0.draft.obstacle(to: .rollGold)?.sentence }
    field("goldWrong") { $0.wizard.problem?["gold"] }
    field.rows("alignments", { _ in Alignment.allCases }) { alignment in
      alignment("id") { $0.id }
      alignment("name") { $0.name }
      alignment("summary") { $0.summary }
      alignment("isChosen") { $0 == $1.alignment }
    }
    field("alignmentWrong") { $0.wizard.problem?["alignment"] }
  }

  /// The chosen alignment, even if something else in the form is refused.
  private var alignment: Alignment {
    wizard.problem?.form?["alignment"].flatMap(Alignment.init(id:)) ?? draft.alignment
  }

  /// The level at which the character starts.
  private var row: LevelRecord? {
    draft.characterClass.map { $0.record.progression[draft.level - 1] }
  }

  private var levels: [ChoiceWord] {
    (draft.characterClass?.record.progression ?? []).map { row in
      let needed = row.level == 1 ? "" : ", \(row.experience.groupedText) XP"
      return ChoiceWord(
        value: "\(row.level)", words: "\(row.level)\(needed)",
        isChosen: row.level == draft.level)
    }
  }

  /// Whether the hit die counts as its maximum instead of being rolled.
  private var isFull: Bool { draft.options.contains(.fullHitPoints) }

  private var hitPointFaces: [Face] {
    guard draft.hitPoints != nil, let roll = draft.hitDieRoll,
      let die = draft.characterClass?.hitDie
    else { return [] }
    return ([roll] + draft.laterHitDice).map { Face(value: $0, type: die) }
  }

  /// The sum of the hit points: `5 on the die, Constitution −1`.
  private var hitPointSum: String? {
    guard let roll = draft.hitDieRoll, let scores = draft.scores, draft.hitPoints != nil else {
      return nil
    }
    let modifier = scores.value(of: .hitPoints)
    guard draft.level == 1 else {
      let dice = ([roll] + draft.laterHitDice).map(String.init).joined(separator: " + ")
      let fixed = row?.hitDice.bonus ?? 0
      let above =
        fixed == 0 ? "" : ", and \(fixed) for the levels above \(LevelRecord.lastHitDie)"
      return "\(dice)\(isFull ? " (maximum on the first die)" : ""), Constitution "
        + "\(modifier.modifierText) on each die, at least 1 a level\(above)"
    }
    let face = isFull ? "\(roll) (maximum)" : "\(roll)"
    let sum = "\(face) on the die, Constitution \(modifier.modifierText)"
    return roll + modifier < 1 ? "\(sum); at least 1" : sum
  }
}

/// Returns the number of rolls: `Rolled once.`; `nil` before the first.
private func countText(_ rolls: Int) -> String? {
  rolls == 0 ? nil : "Rolled \(rolls.times)."
}

let detailRoutes: [Route] = [
  .change("hit-points", on: .details, field: "hitPoints", taking: aligned) {
    draft, visit throws(RuleRefusal) in
    draft = try draft.rollingHitPoints(using: &visit.random)
    return draft.hitDiceSentence
  },
  .change("level", on: .details, taking: aligned) { draft, _ in draft.levelSentence },
  .change("gold", on: .details, field: "gold", taking: aligned) {
    draft, visit throws(RuleRefusal) in
    draft = try draft.rollingGold(using: &visit.random)
    return "You rolled \(draft.goldDice?.total ?? 0): \(draft.goldRolled ?? 0) gp."
  },
  .change("alignment", on: .details, taking: aligned) { draft, _ in
    "Your alignment: \(draft.alignment.name)."
  },
  .move("/osr/new/details/continue", on: .details) { state, visit throws(Problem) in
    let draft = try aligned(state.draft, visit.form)
    // A new level must have its dice rolled before the next step.
    guard draft.level == state.draft.level else {
      state.take(draft, at: .details, draft.levelSentence, using: &visit.random)
      return Step.details.path
    }
    return try Route.goOn(&state, &visit, from: .details, taking: aligned)
  },
  .goBack(from: .details, taking: aligned),
  .surprise(.details) {
    "\($0.hitPointText), \($0.goldRolled ?? 0) gp, \($0.alignment.adjective.lowercased())."
  },
]

/// Returns the draft with the alignment and level in a form, if there are any.
private func aligned(_ draft: CharacterDraft, _ form: Form) throws(Problem) -> CharacterDraft {
  var (draft, field) = (draft, "level")
  do throws(RuleRefusal) {
    if form["level"] != nil { draft = try draft.starting(atLevel: form.whole("level") ?? 0) }
    field = "alignment"
    guard let text = form["alignment"] else { return draft }
    if let choice = Alignment(id: text) { return try draft.aligning(with: choice) }
  } catch {
    throw Problem([.init(error.sentence, field: field)], form: form)
  }
  throw Problem(Alignment.unknown, field: field)
}
