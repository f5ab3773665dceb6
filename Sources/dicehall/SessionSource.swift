import Cryptography
import Site
import Storage
import Web

/// The source of a request's session, and the way in which the browser finds it again.
protocol SessionSource {
  /// The session's ID; `nil` if the visitor has none yet, or one that isn't ours.
  var id: SessionID? { get }
  /// Returns what the site needs to know about a frame with this session; `nil` in the hall.
  ///
  /// `session` is `nil` if it can't be read.
  func visit(_ session: Session?) -> EmbedVisit?
  /// Returns a game that hasn't begun and may begin under `id`.
  func opening(_ id: SessionID?) -> (session: Session, visit: EmbedVisit?)
  /// The session that replaces one that can't be read.
  var replacement: (session: Session, visit: EmbedVisit?) { get }
  /// Returns why the session is refused, being missing (`nil`) or another game's.
  /// - Returns: `nil` if nothing is refused, or if the visitor gets a new session instead.
  func refusal(of session: Session?) -> (refusal: Refusal, visit: EmbedVisit)?
  /// Returns whether that session may be shown here.
  func shows(_ session: Session) -> Bool
  /// Returns the cookie for an answer about this session, which has just begun if it `isNew`.
  func cookie(holding id: SessionID, _ session: Session, isNew: Bool) -> String?
  /// The cookie for an answer that shows no session.
  var endedCookie: String? { get }
  /// The cookie with the key of the browser's vault; `nil` if no answer needs it.
  var vaultCookie: SecretCookie? { get }
  /// Returns the address of a game in progress that began like this one, if it is remembered.
  func kept(_ opening: Session) -> EmbedAddress?
}

extension SessionSource {
  /// Returns the use for a request's session; a vault must not change twice if a save is repeated.
  func use(for request: Request) -> SessionUse {
    guard request.method == .post else { return .reading }
    return vaultCookie == nil ? .changing : .acting
  }
}

/// The source of the hall's sessions: a cookie has the ID.
struct CookieSource: SessionSource {
  private let cookie: SecretCookie
  /// The seconds after which an unused cookie ends.
  private let lifetime: Int
  let vaultCookie: SecretCookie?
  let id: SessionID?

  init(_ request: Request, vault: SecretCookie?, lifetime: Int) {
    cookie = SecretCookie(SecretCookie.session, request)
    vaultCookie = vault
    self.lifetime = lifetime
    id = cookie.value.flatMap(SessionID.init)
  }

  func visit(_ session: Session?) -> EmbedVisit? { nil }
  func opening(_ id: SessionID?) -> (session: Session, visit: EmbedVisit?) { (Session(), nil) }
  var replacement: (session: Session, visit: EmbedVisit?) { (.replacement, nil) }
  /// Returns an unknown ID is never adopted: the visitor gets a new one.
  func refusal(of session: Session?) -> (refusal: Refusal, visit: EmbedVisit)? { nil }
  func shows(_ session: Session) -> Bool { !session.isFramed }

  func cookie(holding id: SessionID, _ session: Session, isNew: Bool) -> String? {
    cookie.holding(id.text, for: lifetime)
  }

  var endedCookie: String? { cookie.value == nil ? nil : cookie.ended }
  func kept(_ opening: Session) -> EmbedAddress? { nil }
}

/// The source of a frame's sessions: the address has the ID.
///
/// Over https, a cookie of the frame's own also leads from the plain address to the game.
struct AddressSource: SessionSource {
  private let address: EmbedAddress
  private let request: Request
  private let lifetime: Int
  private let sessions: any SessionStorage
  let id: SessionID?

  init(_ address: EmbedAddress, _ request: Request, _ sessions: any SessionStorage, lifetime: Int) {
    self.address = address
    self.request = request
    self.sessions = sessions
    self.lifetime = lifetime
    id = address.key.flatMap(SessionID.init)
  }

  func visit(_ session: Session?) -> EmbedVisit? {
    // A POST reads no cookie, so there is nothing to forge; whether there is one is unknown.
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
    // Another frame in the same page may have begun like this; the cookie stays with that game.
    guard isNew || cookie.value == id.text || keptGame(cookie) == nil else { return nil }
    return cookie.holding(id.text, for: lifetime)
  }

  var endedCookie: String? { nil }
  var vaultCookie: SecretCookie? { nil }

  /// Returns where the frame's own cookie leads from a plain address; `nil` for a POST.
  func kept(_ opening: Session) -> EmbedAddress? {
    guard request.method != .post, address.isEntrance, let cookie = cookie(of: opening),
      let key = keptGame(cookie)
    else {
      return nil
    }
    return address.begun(key)
  }

  /// Returns the frame's own cookie; `nil` if no browser would keep it.
  ///
  /// Each way to begin a game has its own cookie, so that several games in a page don't replace
  /// each other.
  private func cookie(of session: Session) -> SecretCookie? {
    guard request.isSecure else { return nil }
    let hash = Array(SHA256.hash(session.beginning).prefix(6))
    return SecretCookie("dicehall-frame-\(hex(hash))", request, isPartitioned: true)
  }

  /// Returns the key in a cookie, if it leads to a game that can continue.
  private func keptGame(_ cookie: SecretCookie) -> String? {
    guard let id = cookie.value.flatMap(SessionID.init),
      let stored = try? sessions.load(id, for: .reading),
      let session = Session(stored.bytes), session.isFramed(at: address)
    else { return nil }
    return id.text
  }
}
