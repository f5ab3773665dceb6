import Web

/// What a handler decides to answer.
enum Answer {
  /// Seconds after which to ask again, where that helps.
  case page(any Page, Status, retryAfter: Int? = nil)
  /// After a move that was accepted: reload must not play again.
  case seeOther(String, cookie: String? = nil)
  /// Bytes that are no page, saved under `name` where there is one.
  case file(type: String, name: String?, bytes: [UInt8])
  /// What a program is told, as JSON.
  case json(Status, [UInt8], [Response.Header] = [])
  /// A template that shows nothing but the frame.
  case document(template: String, type: String)

  static func page(_ page: any Page) -> Answer { .page(page, .ok) }
}
