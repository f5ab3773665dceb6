import Mustache
import Web

/// A handler's answer, before the site renders it and adds headers.
package enum Answer {
  /// A page; `retryAfter` is in seconds, if waiting helps.
  case page(any Page, Status, retryAfter: Int? = nil)
  /// A redirect, which answers every accepted move so that a reload doesn't play again.
  case seeOther(String, cookies: [String] = [])
  /// A redirect to an address of another site that the operator has registered.
  case elsewhere(String, cookie: String)
  /// A redirect that makes the browser send the same form there.
  case sendAgain(String)
  /// A redirect from a former address.
  case movedPermanently(String)
  /// Bytes of another kind than a page, offered as a download if there is a `name`.
  case file(type: String, name: String?, bytes: [UInt8])
  /// The sentence of a refusal, for requests for anything but pages and JSON.
  case text(Refusal)
  case json(Status, [UInt8], [Response.Header] = [])
  /// A template that needs no head, with the layout's fields and those of `extra`.
  ///
  /// It is offered as a download if there is a `name`.
  case document(template: String, type: String, name: String? = nil, extra: [any Fielded] = [])

  package static func page(_ page: any Page) -> Answer { .page(page, .ok) }

  package static func json(_ refusal: Refusal) -> Answer {
    let wait = refusal.retryAfter.map { Response.Header(name: "Retry-After", value: String($0)) }
    return .json(refusal.status, refusal.json.bytes, wait.map { [$0] } ?? [])
  }
}
