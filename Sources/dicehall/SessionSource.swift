import Cryptography
import Site
import Storage
import Web

/// Where a request's session comes from, and how the browser finds it again.
protocol SessionSource {
  /// The session's id; `nil` if the visitor has none yet, or one that isn't ours.
  var id: SessionID? { get }
  /// What the site needs to know about a frame with this session, or with one that can't be read;
  /// `nil` in the hall.
  func visit(_ session: Session?) -> EmbedVisit?
  /// A game that hasn't begun, and that may begin under `id`.
  func opening(_ id: SessionID?) -> (session: Session, visit: EmbedVisit?)
  /// Replaces a session that can't be read.
  var replacement: (session: Session, visit: EmbedVisit?) { get }
  /// Why the session is refused: it is missing (`nil`), or belongs to something else.
  /// - Returns: `nil` if nothing is refused, or if the visitor gets a new session instead.
  func refusal(of session: Session?) -> (refusal: Refusal, visit: EmbedVisit)?
  /// Whether that session may be shown here.
  func shows(_ session: Session) -> Bool
  /// The cookie to send with an answer about the session with this id; `isNew` if it has just
  /// begun.
  func cookie(holding id: SessionID, _ session: Session, isNew: Bool) -> String?
  /// The cookie to send with an answer that shows no session.
  var endedCookie: String? { get }
  /// The cookie with the key of the browser's vault; `nil` where no answer needs it.
  var vaultCookie: SecretCookie? { get }
  /// The address of a game in progress that began like this one, if the browser remembers one.
  func kept(_ opening: Session) -> EmbedAddress?
}

extension SessionSource {
  /// What a request loads its session for: a vault must not change twice because a session was saved
  /// by somebody else meanwhile.
  func use(for request: Request) -> SessionUse {
    guard request.method == .post else { return .reading }
    return vaultCookie == nil ? .changing : .acting
  }
}

/// The hall: a cookie holds the id.
struct CookieSource: SessionSource {
  private let cookie: SecretCookie
  /// Seconds without use after which the cookie ends.
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
  /// An unknown id is never adopted: its visitor gets a new one.
  func refusal(of session: Session?) -> (refusal: Refusal, visit: EmbedVisit)? { nil }
  func shows(_ session: Session) -> Bool { !session.isFramed }

  func cookie(holding id: SessionID, _ session: Session, isNew: Bool) -> String? {
    cookie.holding(id.text, for: lifetime)
  }

  var endedCookie: String? { cookie.value == nil ? nil : cookie.ended }
  func kept(_ opening: Session) -> EmbedAddress? { nil }
}

/// A frame: the address holds the id.
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
    // A POST reads no cookie, so that there is nothing to forge; nobody knows whether there is one.
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
    // Another frame in the same page may have begun alike; the cookie stays with that game.
    guard isNew || cookie.value == id.text || keptGame(cookie) == nil else { return nil }
    return cookie.holding(id.text, for: lifetime)
  }

  var endedCookie: String? { nil }
  var vaultCookie: SecretCookie? { nil }

  /// Where the frame's own cookie leads from a plain address, unless the request is a POST.
  func kept(_ opening: Session) -> EmbedAddress? {
    guard request.method != .post, address.isEntrance, let cookie = cookie(of: opening),
      let key = keptGame(cookie)
    else {
      return nil
    }
    return address.begun(key)
  }

  /// The frame's own cookie; `nil` if no browser would keep it.
  ///
  /// Each way to begin a game has its own, so that several games in a page don't replace each
  /// other.
  private func cookie(of session: Session) -> SecretCookie? {
    guard request.isSecure else { return nil }
    let hash = Array(SHA256.hash(session.beginning).prefix(6))
    return SecretCookie("dicehall-frame-\(hex(hash))", request, isPartitioned: true)
  }

  /// The key in a cookie, if it leads to a game that can go on.
  private func keptGame(_ cookie: SecretCookie) -> String? {
    guard let id = cookie.value.flatMap(SessionID.init),
      let stored = try? sessions.load(id, for: .reading),
      let session = Session(stored.bytes), session.isFramed(at: address)
    else { return nil }
    return id.text
  }
}
