import Mustache
import Web

/// Why a move changed nothing: one mistake or more in the form, each at its field, or a notice where
/// the form was right and came too late.
struct Problem: Error, Equatable, Sendable {
  /// One thing to mend.
  struct Mistake: Equatable, Sendable {
    let sentence: String
    /// The form field, which is also the `id` of its control; `nil` where no field is to blame.
    let field: String?
    /// What stood in the field.
    let input: String?

    init(_ sentence: String, field: String? = nil, input: String? = nil) {
      self.sentence = sentence
      self.field = field
      self.input = input
    }
  }

  /// What the form did not cause.
  struct Notice: Equatable, Sendable {
    /// What the page's title begins with.
    let title: String
    let sentence: String
  }

  /// Empty where there is a notice instead.
  private(set) var mistakes: [Mistake] = []
  private(set) var notice: Notice?
  /// All that was sent, where the page shows it again; `nil` where it shows the game's own values.
  private(set) var form: Form?
  /// What the answer is sent as.
  private(set) var status = Status.unprocessable
  /// In seconds, where waiting helps.
  private(set) var retryAfter: Int?

  init(_ mistakes: [Mistake], form: Form? = nil) {
    self.mistakes = mistakes
    self.form = form
  }

  init(_ sentence: String, field: String? = nil, input: String? = nil) {
    mistakes = [Mistake(sentence, field: field, input: input)]
  }

  /// Nobody's mistake: something that the move needs was not to be had.
  init(_ sentence: String, status: Status, retryAfter: Int? = nil) {
    self.init(sentence)
    self.status = status
    self.retryAfter = retryAfter
  }

  init(_ notice: Notice) {
    self.notice = notice
    status = .conflict
  }

  /// All mistakes in words.
  var sentence: String { mistakes.map(\.sentence).joined(separator: " ") }

  /// What the title of a page begins with.
  var title: String { notice?.title ?? "Error: \(sentence)" }

  /// Itself where there is something to mend.
  var inForm: Problem? { mistakes.isEmpty ? nil : self }

  /// The mistake at a field.
  subscript(field: String) -> Mistake? { mistakes.first { $0.field == field } }
}

/// Why a form does nothing that was right when it was drawn.
enum Lapse {
  /// Two tabs, a double click, the back button or an answer lost on the way.
  case stale
  /// An idle session that was swept, or a cookie that went.
  case lost
  /// A session's file that could not be read, not even its last good state.
  case damaged
}

extension Lapse {
  /// As games say it.
  var ofGame: Problem.Notice {
    switch self {
    case .stale:
      Problem.Notice(
        title: "Nothing was played",
        sentence: """
          Nothing was played: your page was not the newest any more. \
          This is how the game stands now; go on from here.
          """)
    case .lost:
      Problem.Notice(
        title: "Nothing was played",
        sentence: """
          Nothing was played: the game on your page is not kept here any more. This is a new table.
          """)
    case .damaged:
      Problem.Notice(
        title: "Your games could not be read",
        sentence: """
          What was kept of your games could not be read any more and has been put aside. \
          This is a new table.
          """)
    }
  }
}

extension Problem: Fielded {
  static func declare(_ field: inout Fields<Problem>) { field("mistakes") { $0.mistakes } }
}

extension Problem.Mistake: Fielded {
  static func declare(_ field: inout Fields<Problem.Mistake>) {
    field("sentence") { $0.sentence }
    field("field") { $0.field }
  }
}
