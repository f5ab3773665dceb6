import Mustache
import Web

/// The reason why a move changed nothing: mistakes in the form, or a notice.
///
/// Each mistake has its field. A notice concerns a form that was right but came too late.
package struct Problem: Error, Equatable, Sendable, Fielded {
  /// A mistake that the visitor can correct.
  package struct Mistake: Equatable, Fielded, Sendable {
    /// The sentence on the page.
    package let sentence: String
    /// The form field, also the `id` of its control, if one is to blame.
    package let field: String?
    /// The text that the visitor typed, for a field that shows it again.
    package let input: String?
    /// The part of the input that is wrong, if known.
    let place: MarkedInput?
    /// Inputs that may have been meant.
    let suggestions: [String]

    package init(
      _ sentence: String, field: String? = nil, input: String? = nil,
      place: MarkedInput? = nil, suggestions: [String] = []
    ) {
      self.sentence = sentence
      self.field = field
      self.input = input
      self.place = place
      self.suggestions = suggestions
    }

    package static func declare(_ field: inout Fields<Mistake>) {
      field("sentence") { $0.sentence }
      field("place") { $0.place }
      field("suggestions") { $0.suggestions }
    }
  }

  /// A notice of a problem that the form didn't cause.
  package struct Notice: Equatable, Sendable {
    /// The start of the page's title.
    let title: String
    /// The sentence on the page.
    package let sentence: String

    package init(title: String, sentence: String) {
      self.title = title
      self.sentence = sentence
    }
  }

  /// The mistakes; empty if there is a notice.
  package private(set) var mistakes: [Mistake] = []
  package private(set) var notice: Notice?
  /// The form that was sent, to be shown again; `nil` if the page shows the game's own values.
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

  /// Creates a problem that is nobody's mistake: something that the move needs isn't available.
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

  /// The mistakes at one field, as the page shows them there.
  package struct Faults: Equatable, Fielded, Sendable {
    /// The field, also the `id` of its control.
    let name: String
    package let mistakes: [Mistake]
    /// Whether this is the first field with a mistake, which the page focuses.
    let isFirst: Bool

    package static func declare(_ field: inout Fields<Faults>) {
      field("name") { $0.name }
      field("mistakes") { $0.mistakes }
      field("isFirst") { $0.isFirst }
    }
  }

  package var sentence: String { mistakes.map(\.sentence).joined(separator: " ") }

  /// The start of a page's title.
  package var title: String { notice?.title ?? "Error: \(sentence)" }

  /// This problem if the form must be corrected; `nil` for a notice.
  package var inForm: Problem? { mistakes.isEmpty ? nil : self }

  /// This problem if the page shows it above the forms, or `nil`.
  ///
  /// It does for a mistake without a field, or for the number of fields with mistakes.
  package var aboveForms: Problem? {
    mistakes.contains { $0.field == nil } || fields.count > 1 ? self : nil
  }

  /// The fields with mistakes, each once.
  private var fields: [String] {
    mistakes.compactMap(\.field).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns the mistakes at a field, if it has any.
  package subscript(field: String) -> Faults? {
    let found = mistakes.filter { $0.field == field }
    return found.isEmpty
      ? nil : Faults(name: field, mistakes: found, isFirst: fields.first == field)
  }

  package static func declare(_ field: inout Fields<Problem>) {
    field("mistakes") { $0.mistakes.filter { $0.field == nil } }
    // The number of fields with mistakes, if there are several, and the first.
    field("several") { $0.fields.count > 1 ? $0.fields.count : nil }
    field("first") { $0.fields.first }
  }
}

/// The reason why a form that was right when it was drawn has expired.
package enum FormExpiry {
  /// Another move came first, from a second tab, a double click, the back button or a lost answer.
  case stale
  /// The session is gone: it was idle for too long, or the browser lost its cookie.
  case lost
  /// The session's file can't be read, not even its last good state.
  case damaged

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
