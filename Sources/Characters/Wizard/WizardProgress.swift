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

  /// `Step 1 of 8: Abilities`.
  var sentence: String {
    let number = (steps.firstIndex(of: here) ?? 0) + 1
    return "Step \(number) of \(steps.count): \(here.name)"
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
    zip(1..., steps).map { ($0, $1, draft.state(of: $1)) }
  }
}

extension Step.State {
  fileprivate func word(isHere: Bool) -> String {
    switch self {
    case .done: isHere ? "done, you are here" : "done"
    case .current: isHere ? "you are here" : "open"
    case .closed: "closed"
    case .skipped: isHere ? "left out, you are here" : "left out"
    }
  }
}

extension Step {
  /// The address of its page.
  var path: String { "/osr/new/\(slug)" }
}

extension String {
  /// An address of the wizard without that of the game, which templates put before it.
  var withinGame: String { String(dropFirst(CharactersGame.root.count)) }
}
