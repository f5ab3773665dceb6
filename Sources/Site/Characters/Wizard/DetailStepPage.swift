import Games
import Mustache

/// The fourth step: hit points, gold and alignment.
struct DetailStepPage: WizardPage {
  static let templates = ["characters/details"]
  let wizard: WizardView

  static func declare(_ field: inout Fields<DetailStepPage>) {
    field("wizard") { $0.wizard }
    field("hitDie") { $0.wizard.draft.characterClass.map { "1\($0.hitDie.name)" } }
    field("hitPointFaces") { page in page.hitPointFaces }
    field("hitPoints") { $0.wizard.draft.hitPoints }
    field("hitPointSum") { $0.hitPointSum }
    field("hitPointRolls") { countText($0.wizard.draft.hitPointRolls) }
    field("constitution") { page in
      Modifier.signed(page.wizard.draft.scores?.value(of: .hitPoints) ?? 0)
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
    let sum = "\(roll) on the die, Constitution \(Modifier.signed(modifier))"
    return roll + modifier < 1 ? "\(sum); at least 1" : sum
  }
}

/// `rolled once`; `nil` for not at all.
private func countText(_ rolls: Int) -> String? {
  rolls == 0 ? nil : rolls == 1 ? "Rolled once." : "Rolled \(rolls) times."
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
