import Games
import Mustache
import Web

/// The fourth step: hit points, gold and alignment.
struct DetailStepPage: WizardPage {
  static let templates = ["characters/details"]
  let wizard: WizardLayout

  static func declare(_ field: inout Fields<DetailStepPage>) {
    field("wizard") { $0.wizard }
    field("hitDie") { $0.wizard.draft.characterClass.map { "1\($0.hitDie.name)" } }
    field("hitPointFaces") { page in page.hitPointFaces }
    field("hitPoints") { $0.wizard.draft.hitPoints }
    field("hitPointSum") { $0.hitPointSum }
    field("hitPointRolls") { countText($0.wizard.draft.hitPointRolls) }
    field("constitution") { page in
      (page.wizard.draft.scores?.value(of: .hitPoints) ?? 0).modifierText
    }
    field("hitPointsWrong") { $0.wizard.problem?["hitPoints"]?.sentence }
    field("goldFaces") { page in
      page.wizard.draft.goldDice?.faces.map { Face(value: $0) } ?? []
    }
    field("gold") { $0.wizard.draft.goldRolled }
    field("goldSum") { page in
      page.wizard.draft.goldDice.map { dice in
        dice.faces.map(String.init).joined(separator: " + ") + " = \(dice.total), times ten"
      }
    }
    field("goldRolls") { countText($0.wizard.draft.goldRolls) }
    field("goldObstacle") { $0.wizard.draft.obstacle(to: .rollGold)?.sentence }
    field("goldWrong") { $0.wizard.problem?["gold"]?.sentence }
    field("alignments") { page in
      Alignment.allCases.map { AlignmentChoice(alignment: $0, chosen: page.wizard.draft.alignment) }
    }
    field("alignmentWrong") { $0.wizard.problem?["alignment"]?.sentence }
  }

  private var hitPointFaces: [Face] {
    guard let roll = wizard.draft.hitDieRoll, let die = wizard.draft.characterClass?.hitDie
    else { return [] }
    return [Face(value: roll, type: die)]
  }

  /// `5 on the die, Constitution −1`.
  private var hitPointSum: String? {
    guard let roll = wizard.draft.hitDieRoll, let scores = wizard.draft.scores else { return nil }
    let modifier = scores.value(of: .hitPoints)
    let sum = "\(roll) on the die, Constitution \(modifier.modifierText)"
    return roll + modifier < 1 ? "\(sum); at least 1" : sum
  }
}

/// `Rolled once.`; `nil` before the first roll.
private func countText(_ rolls: Int) -> String? {
  rolls == 0 ? nil : "Rolled \(rolls.times)."
}

/// One of the three alignments.
private struct AlignmentChoice: Fielded {
  let alignment: Alignment
  let chosen: Alignment

  static func declare(_ field: inout Fields<AlignmentChoice>) {
    field("id") { $0.alignment.id }
    field("name") { $0.alignment.name }
    field("summary") { $0.alignment.summary }
    field("isChosen") { $0.alignment == $0.chosen }
  }
}

let detailRoutes: [Route] = [
  .change(
    "/osr/new/details/hit-points", on: .details, field: "hitPoints", taking: aligned
  ) { draft, visit throws(RuleRefusal) in
    try draft.rollingHitPoints(using: &visit.random)
  } outcome: { _, draft in
    "You rolled \(draft.hitDieRoll ?? 0): \(draft.hitPointText)."
  },
  .change(
    "/osr/new/details/gold", on: .details, field: "gold", taking: aligned
  ) { draft, visit throws(RuleRefusal) in
    try draft.rollingGold(using: &visit.random)
  } outcome: { _, draft in
    "You rolled \(draft.goldDice?.total ?? 0): \(draft.goldRolled ?? 0) gp."
  },
  .change("/osr/new/details/alignment", on: .details, taking: aligned) { draft, _ in
    draft
  } outcome: { _, draft in
    "Your alignment: \(draft.alignment.name)."
  },
  .goOn(from: .details, taking: aligned),
  .goBack(from: .details, taking: aligned),
  .surprise(.details) { draft in
    "\(draft.hitPointText), \(draft.goldRolled ?? 0) gp, "
      + "\(draft.alignment.adjective.lowercased())."
  },
]

/// The draft with the alignment in a form, if there is one.
private func aligned(_ draft: CharacterDraft, _ form: Form) throws(Problem) -> CharacterDraft {
  guard let text = form["alignment"] else { return draft }
  guard let choice = Alignment(id: text) else {
    throw Problem("There’s no such alignment. Choose one of the three.", field: "alignment")
  }
  return try Problem.telling("alignment") { () throws(RuleRefusal) in
    try draft.aligning(with: choice)
  }
}
