import Mustache
import Web

/// Why a form cannot be accepted: one mistake or more, each at its field.
struct Problem: Error, Equatable, Sendable {
  /// One thing to mend.
  struct Mistake: Equatable, Sendable {
    let sentence: String
    /// The form field, which is also the `id` of its control; `nil` where no field is to blame.
    let field: String?
    /// What stood in the field.
    let input: String?
  }

  private(set) var mistakes: [Mistake]
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
    mistakes = [Mistake(sentence: sentence, field: field, input: input)]
  }

  /// Nobody's mistake: something that the move needs was not to be had.
  init(_ sentence: String, status: Status, retryAfter: Int? = nil) {
    self.init(sentence)
    self.status = status
    self.retryAfter = retryAfter
  }

  /// All of it in words.
  var sentence: String { mistakes.map(\.sentence).joined(separator: " ") }

  /// The mistake at a field.
  subscript(field: String) -> Mistake? { mistakes.first { $0.field == field } }
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
