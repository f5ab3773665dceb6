import Games
import Mustache
import Site

/// The list of the wizard's steps: those done, the one shown, and those still closed.
final class WizardProgress: Fielded, Sendable {
  private let draft: CharacterDraft
  private let here: Step
  private let steps: [Step]

  init(_ draft: CharacterDraft, at here: Step, isFramed: Bool) {
    self.draft = draft
    self.here = here
    steps = Step.allCases.filter { !draft.skips($0) && !(isFramed && $0 == .save) }
  }

  /// The steps in which this character has something to do.
  private var needed: [Step] { steps.filter { !draft.passesOver($0) } }

  /// The progress: `Step 3 of 8: Details`; the total is shown once the class is known.
  var sentence: String {
    let needed = needed
    guard let index = needed.firstIndex(of: here) else { return "\(here.name): not needed" }
    let all = draft.characterClass == nil ? "" : " of \(needed.count)"
    return "Step \(index + 1)\(all): \(here.name)"
  }

  static func declare(_ field: inout Fields<WizardProgress>) {
    field("here") { $0.sentence }
    field.rows("steps", { $0.entries }) { entry in
      entry("number") { $0.number }
      entry("name") { $0.step.name }
      entry("link") { entry, progress in
        entry.step == progress.here || entry.state == .closed ? nil : entry.step.path.withinGame
      }
      entry("isHere") { $0.step == $1.here }
      entry("isDone") { $0.state == .done }
      entry("isSkipped") { $0.state == .skipped }
      entry("state") { $0.state.word(isHere: $0.step == $1.here) }
    }
  }

  private var entries: [(number: Int, step: Step, state: Step.State)] {
    let needed = needed
    return steps.map { (1 + (needed.firstIndex(of: $0) ?? 0), $0, draft.state(of: $0)) }
  }
}

extension Step.State {
  fileprivate func word(isHere: Bool) -> String {
    switch self {
    case .done: isHere ? "done, you are here" : "done"
    case .current: isHere ? "you are here" : "open"
    case .closed: "closed"
    case .skipped: isHere ? "not needed, you are here" : "not needed"
    }
  }
}

extension Step {
  /// The path of its page.
  var path: String { "/osr/new/\(slug)" }
}

extension String {
  /// The path without the game's root, which templates put before it.
  var withinGame: String { String(dropFirst(CharactersGame.root.count)) }
}
