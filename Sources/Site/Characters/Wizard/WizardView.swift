import Games
import Mustache

/// A page of the wizard: a step, and around it what all steps share.
protocol WizardPage: Page {
  var wizard: WizardView { get }
}

extension WizardPage {
  var title: String { wizard.title }
  var description: String {
    "Make a first-level character for old-school play: roll, choose, equip, and print the sheet."
  }
  var section: Section? { .game(CharactersGame.self) }
}

/// What all steps of the wizard show: progress, what just happened, what is wrong, the way on.
struct WizardView: Fielded {
  let table: DraftState
  let step: Step
  let problem: Problem?
  /// What the page is about, where it is only a part of the step.
  private let item: Item?
  /// In a frame, which has no place to save to.
  private let isFramed: Bool
  private let progress: WizardProgress

  init(
    _ table: DraftState, at step: Step, item: Item? = nil, isFramed: Bool, _ problem: Problem?
  ) {
    self.isFramed = isFramed
    self.item = item
    self.table = table
    self.step = step
    self.problem = problem
    progress = WizardProgress(table.draft, at: step, isFramed: isFramed)
  }

  var draft: CharacterDraft { table.draft }

  /// What went wrong or else what happened, then the step.
  var title: String {
    let place = (item.map { "\($0.name) – " } ?? "") + progress.sentence
    return gameTitle(
      "\(place) – New character", outcome: news?.outcome, problem: problem)
  }

  static func declare(_ field: inout Fields<WizardView>) {
    field("progress") { $0.progress }
    field("problem") { $0.problem?.inForm }
    field("notice") { $0.problem?.notice?.sentence ?? $0.news?.notice }
    field("heading") { $0.item?.name ?? $0.step.heading }
    field("lead") { $0.item?.text ?? $0.lead }
    field("outcome") { $0.news?.outcome }
    field("state") { $0.step.state(of: $0.draft) }
    field("hasMoves") { !$0.isSheetOnly }
    field("revision") { $0.table.revision }
    field("step") { $0.step.slug }
    field("back") { $0.step == .abilities ? nil : $0.draft.step(before: $0.step).path.withinGame }
    field("keepsOnBack") { $0.step.keepsOnBack }
    field("isReady") { $0.draft.missing(in: $0.step).isEmpty }
    field("surprise") { $0.step.surprise(for: $0.draft) }
    field("isSaved") { $0.table.saved.isSomewhere }
  }

  private var lead: String {
    guard isSheetOnly else { return step.lead(for: draft) }
    return "This is the record sheet. Go back to change anything, print it, or take it along."
  }

  /// A frame's last step, which only shows.
  private var isSheetOnly: Bool { isFramed && step == .review }

  /// What the last move did, where it was made here.
  private var news: DraftState.News? {
    problem == nil && table.news?.step == step ? table.news : nil
  }
}

extension Step {
  /// Its form has fields that `Back` takes along.
  var keepsOnBack: Bool { self == .details || self == .biography || self == .spells }
}

extension DraftState {
  static func notice(of lapse: Lapse) -> Problem.Notice {
    switch lapse {
    case .stale:
      Problem.Notice(
        title: "Nothing was changed",
        sentence: """
          Nothing was changed: your page was not the newest any more. \
          This is how the character stands now; go on from here.
          """)
    case .lost:
      Problem.Notice(
        title: "Nothing was changed",
        sentence: """
          Nothing was changed: the character on your page is not kept here any more. \
          This is a new one.
          """)
    case .damaged:
      Problem.Notice(
        title: "Your character could not be read",
        sentence: """
          What was kept of your character could not be read any more and has been put aside. \
          Saved characters are not touched.
          """)
    }
  }
}
