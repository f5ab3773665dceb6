import Games
import Mustache

/// The list of the wizard's steps: those done, the one shown, and those still closed.
struct WizardProgress: Fielded {
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
    field("steps") { progress in
      zip(1..., progress.steps).map { number, step in
        Entry(
          number: number, step: step, isHere: step == progress.here,
          state: progress.draft.state(of: step))
      }
    }
  }

  /// A step of the list.
  private struct Entry: Fielded {
    let number: Int
    let step: Step
    let isHere: Bool
    let state: Step.State

    static func declare(_ field: inout Fields<Entry>) {
      field("number") { $0.number }
      field("name") { $0.step.name }
      field("link") { $0.isHere || $0.state == .closed ? nil : $0.step.path.withinGame }
      field("isHere") { $0.isHere }
      field("isDone") { $0.state == .done }
      field("state") { $0.word }
    }

    private var word: String {
      switch state {
      case .done: isHere ? "done, you are here" : "done"
      case .current: isHere ? "you are here" : "open"
      case .closed, .skipped: "closed"
      }
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
