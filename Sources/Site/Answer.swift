import Mustache
import Web

/// A handler's answer, before the site renders it and adds headers.
package enum Answer {
  /// A page; `retryAfter` is in seconds, for when waiting helps.
  case page(any Page, Status, retryAfter: Int? = nil)
  /// A redirect, which answers every accepted move so that a reload doesn't play again.
  case seeOther(String, cookies: [String] = [])
  /// A redirect to an address of another site that the operator has registered.
  case elsewhere(String, cookie: String)
  /// A redirect that makes the browser send the same form there.
  case sendAgain(String)
  /// A redirect from an address that something once had.
  case movedPermanently(String)
  /// Bytes that aren't a page, offered as a download if there is a `name`.
  case file(type: String, name: String?, bytes: [UInt8])
  /// The sentence of a refusal, for whoever asked for something else than a page or JSON.
  case text(Refusal)
  case json(Status, [UInt8], [Response.Header] = [])
  /// A template that needs no head: the layout's fields, and those of `extra`; offered as a download
  /// if there is a `name`.
  case document(template: String, type: String, name: String? = nil, extra: [any Fielded] = [])

  package static func page(_ page: any Page) -> Answer { .page(page, .ok) }

  package static func json(_ refusal: Refusal) -> Answer {
    let wait = refusal.retryAfter.map { Response.Header(name: "Retry-After", value: String($0)) }
    return .json(refusal.status, refusal.json.bytes, wait.map { [$0] } ?? [])
  }
}
