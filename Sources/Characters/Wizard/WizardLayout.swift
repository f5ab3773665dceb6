import Games
import Mustache
import Site

/// A page of the wizard: a step with the layout that all steps share.
protocol WizardPage: CharactersPage {
  var wizard: WizardLayout { get }
}

extension WizardPage {
  var title: String { wizard.title }
  var description: String {
    "Make a first-level character for old-school play: roll, choose, equip, and print the sheet."
  }
  var draft: CharacterDraft { wizard.draft }
  var isPlayed: Bool { true }
}

/// The layout around every step: progress, the last move, mistakes, and the way on.
///
/// A class, so that its many fields can read it without copies.
final class WizardLayout: Fielded, Sendable {
  let state: DraftState
  let draft: CharacterDraft
  let step: Step
  let problem: Problem?
  /// The item of the page, if it is not about the whole step.
  private let item: Item?
  /// Whether it is in a frame, where nothing can be saved.
  let isFramed: Bool
  /// Whether the cloud accepts no new characters.
  let isCloudReadOnly: Bool
  /// The code of the table for which the character is made, on the last step.
  let table: String?
  private let progress: WizardProgress
  /// The draft that a new character's first move would replace; `nil` on all other pages.
  private let previous: DraftState?

  init(
    _ state: DraftState, at step: Step, item: Item? = nil, in visit: Visit, _ problem: Problem?,
    insteadOf previous: DraftState? = nil
  ) {
    isFramed = visit.session.isFramed
    isCloudReadOnly = visit.isCloudReadOnly
    table = step == .save ? visit.waitingTable : nil
    self.previous = previous
    self.item = item
    self.state = state
    draft = state.draft
    self.step = step
    self.problem = problem
    progress = WizardProgress(state.draft, at: step, isFramed: isFramed)
  }

  /// The title: a mistake or what happened, and then the step.
  var title: String {
    let place = (item.map { "\($0.name) – " } ?? "") + progress.sentence
    return gameTitle(
      "\(place) – New character", outcome: news?.outcome, problem: problem)
  }

  static func declare(_ field: inout Fields<WizardLayout>) {
    field("progress") { $0.progress }
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.problem?.notice?.sentence ?? $0.news?.notice }
    field("heading") { $0.item?.name ?? $0.step.heading(for: $0.draft) }
    field("lead") { $0.item?.text ?? $0.lead }
    field("outcome") { $0.news?.outcome }
    field("state") { $0.step.state(of: $0.draft) }
    field("hasMoves") { !$0.isSheetOnly }
    field("revision") { $0.state.revision }
    field("step") { $0.step.slug }
    field("back") { $0.step == .abilities ? nil : $0.draft.step(before: $0.step).path.withinGame }
    field("keepsOnBack") { $0.step.keepsOnBack }
    field("isReady") { $0.draft.missing(in: $0.step).isEmpty }
    field("surprise") { $0.step.surprise(for: $0.state) }
    field("begins") { $0.previous != nil }
    field("previous") { $0.previous.flatMap { $0.isUnsaved ? $0.draft.waitingSentence : nil } }
    field("isSaved") { $0.state.saved.isSomewhere }
  }

  private var lead: String {
    guard isSheetOnly else { return step.lead(for: draft) }
    return "This is the record sheet. Go back to change anything, print it, or take it with you."
  }

  /// Whether it is the review in a frame, the last step there, which only shows the sheet.
  private var isSheetOnly: Bool { isFramed && step == .review }

  /// The last move, if it was made on this step.
  private var news: DraftState.LastMove? {
    problem == nil && state.news?.step == step ? state.news : nil
  }
}

extension Step {
  /// Whether `Back` keeps the values in its form.
  var keepsOnBack: Bool { self == .details || self == .biography || self == .spells }

  var path: String { "/osr/new/\(slug)" }
}

extension DraftState {
  package static func notice(of expiry: FormExpiry) -> Problem.Notice {
    switch expiry {
    case .stale:
      Problem.Notice(
        title: "Nothing was changed",
        sentence: """
          Your page was out of date, so nothing was changed. \
          This is your character now; carry on from here.
          """)
    case .lost:
      Problem.Notice(
        title: "Nothing was changed",
        sentence: """
          Nothing was changed: we no longer have the character on your page. This is a new one.
          """)
    case .damaged:
      Problem.Notice(
        title: "Your draft couldn’t be read",
        sentence: """
          We couldn’t read your draft any more, so we put it aside. \
          Saved characters aren’t affected.
          """)
    }
  }
}

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

extension String {
  /// The path without the game's root, which templates put before it.
  var withinGame: String { String(dropFirst(CharactersGame.root.count)) }
}
