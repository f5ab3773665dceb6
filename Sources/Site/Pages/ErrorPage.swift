import Mustache
import Storage
import Web

/// An error page: the status in words, and what to do next.
package struct ErrorPage: Page {
  package static let templates = ["error"]
  package let title: String
  package let description = "Something didn’t work."
  package let section: Section? = nil
  private let refusal: Refusal
  var status: Status { refusal.status }
  /// The page with the button, if the visitor opened the address of a button.
  private let back: Back?
  /// The number that identifies the request in the log, if it has one.
  private let number: String?
  /// The form that was sent, if it may be sent again later.
  private let again: RetryForm?

  package init(_ refusal: Refusal) { self.init(refusal, number: nil) }

  init(_ refusal: Refusal, back: Back? = nil, number: String?, again: RetryForm? = nil) {
    self.back = back
    self.number = number
    self.again = again
    self.refusal = refusal
    title = "Error: \(refusal.heading ?? ErrorPage.heading(refusal.status)) – Dicehall"
  }

  package static func declare(_ field: inout Fields<ErrorPage>) {
    field("status") { $0.status.code }
    field("heading") { $0.refusal.heading ?? ErrorPage.heading($0.status) }
    // The heading says that there is no page, too.
    field("sentence") { page in
      page.refusal.sentence == Refusal.noPage.sentence ? nil : page.refusal.sentence
    }
    field("hint") { $0.refusal.heading == nil ? ErrorPage.hint($0.status) : nil }
    field("back") { $0.back?.path }
    field("backName") { $0.back?.name }
    field("number") { $0.number }
    field("again") { $0.again }
  }

  /// A page to return to.
  struct Back {
    let path: String
    /// The page's name, as in "Back to …".
    let name: String
  }

  private static func heading(_ status: Status) -> String {
    switch status {
    case .forbidden: "This wasn’t sent from our pages"
    case .notFound: "There’s nothing here"
    case .methodNotAllowed: "You can’t do that here"
    case .contentTooLarge, .uriTooLong, .headersTooLarge: "That’s too large"
    case .unsupportedMediaType: "That isn’t one of our forms"
    case .serverError: "Something broke on our side"
    case .unavailable: "The hall is closed for a moment"
    default: "We couldn’t understand that"
    }
  }

  private static func hint(_ status: Status) -> String {
    switch status {
    case .serverError, .unavailable: "You haven’t lost anything. Try again in a minute."
    case .notFound: "The address may be mistyped, or the page may be gone."
    default: "Nothing was changed. Go back and try again, or start at one of these:"
    }
  }

  /// The error pages for the web server: one for each status, with a sentence that fits every case.
  package static let forWebServer: [ErrorPage] = [
    Refusal(.badRequest, "We couldn’t understand the request."),
    Refusal(.forbidden, "The request was refused."),
    .noPage,
    .wrongMethod,
    .largeBody,
    .longAddress,
    .noAnswer,
    // The hall may have stopped in the middle of a move.
    Refusal(
      .unavailable,
      """
      You can’t play right now, but you can still read the other pages. If you’ve just made a move, it \
      may or may not have been played; open the game again to see.
      """),
  ].map { ErrorPage($0) }

  /// The status code, which names the page's file.
  package var code: Int { status.code }

  var json: [UInt8] { refusal.json.bytes }
}

extension Refusal {
  static let wrongMethod = Refusal(
    .methodNotAllowed, "This address doesn’t take that kind of request.")
  /// Returns the refusal if sessions can't be loaded or saved.
  package static func noGames(_ error: StorageError) -> Refusal {
    let problem = "Games can’t be read or saved right now."
    guard case .unanswered = error else {
      return Refusal(.unavailable, "\(problem) Nothing was changed.", retryAfter: error.retryAfter)
    }
    // With this heading, the page doesn't promise that nothing was done.
    return Refusal(
      .unavailable,
      "\(problem) Your move may or may not have been played. Open the game again to see.",
      heading: "That may or may not have been saved", retryAfter: error.retryAfter)
  }
  static let noAnswer = Refusal(.serverError, "We couldn’t make this page.")
}

/// A form that was only refused for now, with everything filled in to be sent again.
struct RetryForm: Fielded {
  /// The address, as on a page.
  let address: String
  let fields: [Form.Field]

  /// - Returns: `nil` unless the request is a form that one of our own pages may have sent.
  init?(_ request: Request) {
    guard request.method == .post,
      !request.isCrossSite || Audience(of: request.path) == .frames,
      let form = try? request.form()
    else { return nil }
    let query = PercentCoding.encode(request.query.fields.map { ($0.name, $0.value) })
    address =
      request.mount + PercentCoding.encodePath(request.path) + (query.isEmpty ? "" : "?\(query)")
    fields = form.fields
  }

  package static func declare(_ field: inout Fields<RetryForm>) {
    field("address") { $0.address }
    field("fields") { $0.fields }
  }
}
