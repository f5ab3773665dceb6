import Crypto
import Site
import Store
import Web

/// Where a request's session comes from, and what the browser is given to find it again.
protocol SessionSource {
  /// Leads to the session; `nil` for a visitor who has none yet, or who brings no id of ours.
  var id: SessionID? { get }
  /// What the site is told of a frame that shows that session, or the one that cannot be read.
  func visit(_ session: Session?) -> EmbedVisit?
  /// What the site is told of a game that has not begun and may begin under `id`.
  func opening(_ id: SessionID?) -> (session: Session, visit: EmbedVisit?)
  /// Stands in for a session that could not be read.
  var replacement: (session: Session, visit: EmbedVisit?) { get }
  /// Why what the id led to is not shown: no session at all, or one of something else; `nil` where it
  /// is shown, or where the visitor begins anew instead.
  func refusal(of session: Session?) -> (refusal: Refusal, visit: EmbedVisit)?
  /// Whether that session may be shown here.
  func shows(_ session: Session) -> Bool
  /// The cookie that goes with an answer about the session under that id, which has just begun or was
  /// there before.
  func cookie(holding id: SessionID, _ session: Session, isNew: Bool) -> String?
  /// The cookie that goes with an answer that shows no session.
  var endedCookie: String? { get }
  /// Where a game is found again that began like this one.
  func kept(_ opening: Session) -> EmbedAddress?
}

/// The hall: a cookie holds the id.
struct CookieSource: SessionSource {
  private let cookie: SecretCookie
  /// Without use, in seconds.
  private let lifetime: Int
  let id: SessionID?

  init(_ request: Request, lifetime: Int) {
    cookie = SecretCookie(SecretCookie.session, request)
    self.lifetime = lifetime
    id = cookie.value.flatMap(SessionID.init)
  }

  func visit(_ session: Session?) -> EmbedVisit? { nil }
  func opening(_ id: SessionID?) -> (session: Session, visit: EmbedVisit?) { (Session(), nil) }
  var replacement: (session: Session, visit: EmbedVisit?) { (.replacement, nil) }
  /// An id that is not known is never adopted.
  func refusal(of session: Session?) -> (refusal: Refusal, visit: EmbedVisit)? { nil }
  func shows(_ session: Session) -> Bool { !session.isFramed }

  func cookie(holding id: SessionID, _ session: Session, isNew: Bool) -> String? {
    cookie.holding(id.text, for: lifetime)
  }

  var endedCookie: String? { cookie.value == nil ? nil : cookie.ended }
  func kept(_ opening: Session) -> EmbedAddress? { nil }
}

/// A frame: the address holds the id, and over https a cookie of the frame's own leads there from the
/// plain address.
struct AddressSource: SessionSource {
  private let address: EmbedAddress
  private let request: Request
  private let lifetime: Int
  private let store: SessionStore
  let id: SessionID?

  init(_ address: EmbedAddress, _ request: Request, _ store: SessionStore, lifetime: Int) {
    self.address = address
    self.request = request
    self.store = store
    self.lifetime = lifetime
    id = address.key.flatMap(SessionID.init)
  }

  func visit(_ session: Session?) -> EmbedVisit? {
    // No cookie is read for a POST, as then there is nothing to forge, so nobody knows.
    guard request.method != .post else { return EmbedVisit(address, isKept: true) }
    let held = session.flatMap { cookie(of: $0) }?.value
    return EmbedVisit(address, isKept: held != nil && held == id?.text)
  }

  func opening(_ id: SessionID?) -> (session: Session, visit: EmbedVisit?) {
    let visit = EmbedVisit(address, beginningBy: request.query, newKey: id?.text)
    return (visit.opening, visit)
  }

  var replacement: (session: Session, visit: EmbedVisit?) {
    let visit = EmbedVisit(address.anew, beginningBy: Form())
    return (visit.opening.asReplacement, visit)
  }

  func refusal(of session: Session?) -> (refusal: Refusal, visit: EmbedVisit)? {
    if let session, let right = address.corrected(for: session) {
      return (.anotherGame(right), EmbedVisit(right, isKept: false))
    }
    guard address.key != nil else { return nil }
    return (.noSuchEmbed, EmbedVisit(address.anew, isKept: false))
  }

  func shows(_ session: Session) -> Bool { session.isFramed(at: address) }

  func cookie(holding id: SessionID, _ session: Session, isNew: Bool) -> String? {
    guard isNew || request.method != .post, let cookie = cookie(of: session) else { return nil }
    // Another frame of that page may have begun alike, and its game is not lost for this one.
    guard isNew || cookie.value == id.text || keptGame(cookie) == nil else { return nil }
    return cookie.holding(id.text, for: lifetime)
  }

  var endedCookie: String? { nil }

  /// Where the frame's own cookie leads from a plain address, which only a look follows.
  func kept(_ opening: Session) -> EmbedAddress? {
    guard request.method != .post, address.isPlain, let cookie = cookie(of: opening),
      let key = keptGame(cookie)
    else {
      return nil
    }
    return address.begun(key)
  }

  /// The frame's own cookie, one for each way to begin a game, so that several games of a page do
  /// not take each other's; `nil` where no browser would keep it.
  private func cookie(of session: Session) -> SecretCookie? {
    guard request.isSecure else { return nil }
    let hash = SHA256.hash(data: Array(session.beginning.utf8)).prefix(6)
    return SecretCookie("dicehall-frame-\(hex(hash))", request, isPartitioned: true)
  }

  /// The key in a cookie, where it leads to a game that can be gone on with.
  private func keptGame(_ cookie: SecretCookie) -> String? {
    guard let id = cookie.value.flatMap(SessionID.init), let bytes = try? store.read(id),
      let session = Session(bytes), session.isFramed(at: address)
    else { return nil }
    return id.text
  }
}
