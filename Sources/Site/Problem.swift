import Mustache
import Web

/// Why a move changed nothing: mistakes in the form, each with its field, or a notice about a form
/// that was right but came too late.
package struct Problem: Error, Equatable, Sendable {
  /// One thing for the visitor to correct.
  package struct Mistake: Equatable, Sendable {
    /// What the page says.
    package let sentence: String
    /// The form field, also the `id` of its control; `nil` if no field is to blame.
    package let field: String?
    /// What the visitor typed, for a field that shows it again.
    package let input: String?
    /// The part of the input that is wrong, if that can be told.
    let place: InputPlace?
    /// Inputs that may have been meant.
    let suggestions: [String]

    package init(
      _ sentence: String, field: String? = nil, input: String? = nil,
      place: InputPlace? = nil, suggestions: [String] = []
    ) {
      self.sentence = sentence
      self.field = field
      self.input = input
      self.place = place
      self.suggestions = suggestions
    }
  }

  /// A problem that the form didn't cause.
  package struct Notice: Equatable, Sendable {
    /// The start of the page's title.
    let title: String
    /// What the page says.
    package let sentence: String

    package init(title: String, sentence: String) {
      self.title = title
      self.sentence = sentence
    }
  }

  /// Empty if there is a notice instead.
  package private(set) var mistakes: [Mistake] = []
  package private(set) var notice: Notice?
  /// Everything that was sent, for a page that shows it again; `nil` if it shows the game's own
  /// values.
  package private(set) var form: Form?
  package private(set) var status = Status.unprocessable
  /// Seconds to wait before trying again; `nil` if waiting doesn't help.
  package private(set) var retryAfter: Int?

  package init(
    _ mistakes: [Mistake], form: Form? = nil, status: Status = .unprocessable,
    retryAfter: Int? = nil
  ) {
    self.mistakes = mistakes
    self.form = form
    self.status = status
    self.retryAfter = retryAfter
  }

  package init(_ sentence: String, field: String? = nil, input: String? = nil) {
    mistakes = [Mistake(sentence, field: field, input: input)]
  }

  /// Makes a problem that is nobody's mistake: the move needs something that isn't available.
  package init(
    _ sentence: String, form: Form? = nil, status: Status, retryAfter: Int? = nil
  ) {
    self.init([Mistake(sentence)], form: form, status: status, retryAfter: retryAfter)
  }

  package init(_ notice: Notice, form: Form? = nil) {
    self.notice = notice
    self.form = form
    status = .conflict
  }

  /// The mistakes at one field, as the page says them there.
  package struct Faults: Equatable, Sendable {
    /// The field, also the `id` of its control.
    let name: String
    let mistakes: [Mistake]
    /// Whether this is the first field with a mistake, where the page puts the focus.
    let isFirst: Bool
  }

  package var sentence: String { mistakes.map(\.sentence).joined(separator: " ") }

  /// The start of a page's title.
  package var title: String { notice?.title ?? "Error: \(sentence)" }

  /// This problem if the form has something to correct; `nil` for a notice.
  package var inForm: Problem? { mistakes.isEmpty ? nil : self }

  /// This problem if the page has something to say above its forms: a mistake that no field is to
  /// blame for, or in how many fields there are mistakes, if in several; `nil` for all else.
  package var aboveForms: Problem? {
    mistakes.contains { $0.field == nil } || fields.count > 1 ? self : nil
  }

  /// The fields with mistakes, each once.
  private var fields: [String] {
    mistakes.compactMap(\.field).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The mistakes at a field; `nil` if it has none.
  package subscript(field: String) -> Faults? {
    let found = mistakes.filter { $0.field == field }
    return found.isEmpty
      ? nil : Faults(name: field, mistakes: found, isFirst: fields.first == field)
  }
}

/// Why a form that was right when it was drawn can no longer be acted on.
package enum FormExpiry {
  /// Another move came first: two tabs, a double click, the back button, or an answer that got
  /// lost.
  case stale
  /// The session is gone: it was idle for too long, or the browser lost its cookie.
  case lost
  /// The session's file can't be read, not even its last good state.
  case damaged
}

extension FormExpiry {
  /// The notice that games show.
  package var ofGame: Problem.Notice {
    switch self {
    case .stale:
      Problem.Notice(
        title: "Your page was out of date",
        sentence: """
          Your page was out of date, so nothing was played. \
          Here’s the game as it is now; carry on from here.
          """)
    case .lost:
      Problem.Notice(
        title: "Your page was out of date",
        sentence: "Your page was out of date, so nothing was played. Here’s a new table.")
    case .damaged:
      Problem.Notice(
        title: "Your games couldn’t be read",
        sentence: """
          We couldn’t read your games, so we put them aside. \
          Here’s a new table.
          """)
    }
  }
}

extension Problem: Fielded {
  package static func declare(_ field: inout Fields<Problem>) {
    field("mistakes") { $0.mistakes.filter { $0.field == nil } }
    // How many fields have mistakes, if several do, and the first.
    field("several") { $0.fields.count > 1 ? $0.fields.count : nil }
    field("first") { $0.fields.first }
  }
}

extension Problem.Faults: Fielded {
  package static func declare(_ field: inout Fields<Problem.Faults>) {
    field("name") { $0.name }
    field("mistakes") { $0.mistakes }
    field("isFirst") { $0.isFirst }
  }
}

extension Problem.Mistake: Fielded {
  package static func declare(_ field: inout Fields<Problem.Mistake>) {
    field("sentence") { $0.sentence }
    field("place") { $0.place }
    field("suggestions") { $0.suggestions }
  }
}
