import Mustache
import Web

/// A request that got no other answer: the status in words and what to do next.
package struct ErrorPage: Page {
  package static let templates = ["error"]
  package let title: String
  package let description = "Something did not work."
  package let section: Section? = nil
  private let refusal: Refusal
  var status: Status { refusal.status }
  /// Where the button stands whose address was opened by itself.
  private let back: String?

  package init(_ refusal: Refusal, back: String? = nil) {
    self.back = back
    self.refusal = refusal
    title = "Error: \(refusal.heading ?? ErrorPage.heading(refusal.status)) – Dicehall"
  }

  package static func declare(_ field: inout Fields<ErrorPage>) {
    field("status") { $0.status.code }
    field("heading") { $0.refusal.heading ?? ErrorPage.heading($0.status) }
    field("sentence") { $0.refusal.sentence }
    field("hint") { $0.refusal.heading == nil ? ErrorPage.hint($0.status) : nil }
    field("back") { $0.back }
    field("backName") { $0.back.map(ErrorPage.name) }
  }

  /// What visitors call a page, as `Back to` goes on.
  private static func name(of path: String) -> String {
    switch path.split(separator: "/").prefix(2).joined(separator: "/") {
    case "dice": "Dice"
    case "craps": "Craps"
    case "pig": "Pig"
    case "osr": "the character hall"
    case "osr/new": "your character"
    case "osr/vault": "your vault"
    case "osr/cloud": "Dragon Cloud"
    default: "the page"
    }
  }

  private static func heading(_ status: Status) -> String {
    switch status {
    case .forbidden: "This was not sent from our pages"
    case .notFound: "There is nothing here"
    case .methodNotAllowed: "That cannot be done here"
    case .contentTooLarge, .uriTooLong, .headersTooLarge: "That is too large"
    case .unsupportedMediaType: "That is no form of ours"
    case .serverError: "Something broke on our side"
    case .unavailable: "The hall is closed for a moment"
    default: "That could not be understood"
    }
  }

  private static func hint(_ status: Status) -> String {
    switch status {
    case .serverError, .unavailable: "Nothing of yours is lost. Try again in a minute."
    case .notFound: "The address may be mistyped, or the page has gone."
    default: "Nothing was changed. Go back and try again, or begin at one of these:"
    }
  }
}

extension ErrorPage {
  /// The pages that the web server itself shows: one a status, with the sentence that fits all cases.
  package static let forWebServer: [ErrorPage] = [
    Refusal(.badRequest, "The request could not be understood."),
    Refusal(.forbidden, "The request was refused."),
    Refusal(.notFound, "There is no page at this address."),
    Refusal(.methodNotAllowed, "This address does not take that kind of request."),
    Refusal(.contentTooLarge, "The request is larger than 64 KB."),
    Refusal(.uriTooLong, "The address is too long."),
    Refusal(.serverError, "The page could not be made."),
    Refusal(.unavailable, "The games cannot be reached right now; the pages to read can."),
  ].map { ErrorPage($0) }

  /// The number of its status, which names its file.
  package var code: Int { status.code }

  /// What programs are told instead.
  var json: [UInt8] { refusal.json }
}

/// For whom an error is that the web server tells by itself.
package enum ErrorReader: CaseIterable {
  case people, framed, programs

  /// Where their errors lie in the generated folder.
  package var folder: String {
    switch self {
    case .people: "errors"
    case .framed: "errors/embed"
    case .programs: "errors/api"
    }
  }
}
