import Glibc
import Logging
import Site
import Storage
import Web

/// The vault's cookie's Max-Age: 400 days, the longest that browsers keep one.
private let vaultSeconds = 400 * 86_400

/// Puts visitors' sessions around the site: opens one, lets the site answer, saves what changed.
struct Server: Sendable {
  let site: Site
  let sessions: any SessionStorage
  /// Seconds without use after which a session ends; the cookie's Max-Age.
  let idleSeconds: Int
  let logger: Logger

  /// Answers whatever came, in the one way there is.
  func answer(_ incoming: Result<Request, Refusal>) -> Response {
    switch incoming {
    case .failure(let refusal): site.respond(to: refusal)
    case .success(let request):
      if let address = EmbedAddress(request.path) {
        request.method == .post ? play(request, address) : look(request, address)
      } else if Site.isEmbed(request.path) {
        // No game, and all the same no cookie of the hall.
        site.respond(toStranger: request, now: time(nil))
      } else {
        request.method == .post ? play(request) : look(request)
      }
    }
  }

  /// A GET: reads, and writes nothing.
  private func look(_ request: Request) -> Response {
    let cookie = SecretCookie(SecretCookie.session, request)
    guard Site.dependsOnSession(request.path), let secret = cookie.value else {
      var session = Session()
      return respond(to: request, &session)
    }
    do throws(StorageError) {
      guard let id = SessionID(secret), let loaded = try sessions.load(id, for: .reading),
        case var session = open(loaded.bytes),
        !session.isFramed
      else {
        var session = Session()
        return respond(to: request, &session).setting(cookie.ended)
      }
      let response = respond(to: request, &session)
      return response.setting(
        session.isReplacement ? cookie.ended : cookie.holding(id.text, for: idleSeconds))
    } catch {
      return answer(request, cookie, error)
    }
  }

  /// A POST: the session is held from reading to saving, so that a move is made once or not at all.
  private func play(_ request: Request) -> Response {
    let cookie = SecretCookie(SecretCookie.session, request)
    do throws(StorageError) {
      guard let id = cookie.value.flatMap(SessionID.init),
        let loaded = try sessions.load(id, for: .changing),
        case let before = open(loaded.bytes), !before.isFramed
      else { return begin(request, cookie) }
      var session = before
      let response = respond(to: request, &session)
      guard !session.isReplacement else { return response.setting(cookie.ended) }
      if session != before { try sessions.save(session.bytes, over: loaded) }
      return response.setting(cookie.holding(id.text, for: idleSeconds))
    } catch {
      return answer(request, cookie, error)
    }
  }

  /// A POST of somebody without a session; an id that is not known is never adopted.
  private func begin(_ request: Request, _ cookie: SecretCookie) -> Response {
    let before = Session()
    var session = before
    let response = respond(to: request, &session)
    guard session != before else {
      return cookie.value == nil ? response : response.setting(cookie.ended)
    }
    do throws(StorageError) {
      var random = SystemRandomNumberGenerator()
      let id = SessionID(using: &random)
      try sessions.create(session.bytes, as: id)
      return response.setting(cookie.holding(id.text, for: idleSeconds))
    } catch {
      return answer(request, cookie, error)
    }
  }

  func open(_ bytes: [UInt8]) -> Session {
    if let session = Session(bytes) { return session }
    logger.error("a session of another format was not opened")
    return .replacement
  }

  private func respond(to request: Request, _ session: inout Session) -> Response {
    let cookie =
      Site.dependsOnVault(request.path) ? SecretCookie(SecretCookie.vault, request) : nil
    var vaultKey = cookie?.value.flatMap(VaultID.init)
    let response = site.respond(
      to: request, session: &session, vaultKey: &vaultKey,
      random: SystemRandomNumberGenerator(), now: time(nil))
    guard let cookie else { return response }
    if let vaultKey { return response.setting(cookie.holding(vaultKey.text, for: vaultSeconds)) }
    return cookie.value == nil ? response : response.setting(cookie.ended)
  }

  /// The store failed: a damaged session is replaced before the visitor's eyes, all else is a 503
  /// and nothing has changed.
  private func answer(
    _ request: Request, _ cookie: SecretCookie, _ error: StorageError
  ) -> Response {
    guard case .damaged = error else {
      return site.respond(to: .noGames, of: request)
    }
    var session = Session.replacement
    return respond(to: request, &session).setting(cookie.ended)
  }
}

extension Response {
  /// The same with a cookie set.
  consuming func setting(_ cookie: String) -> Response {
    set("Set-Cookie", cookie)
    return self
  }
}

extension Refusal {
  /// The store cannot be reached.
  static let noGames = Refusal(
    .unavailable, "Games cannot be read or saved right now. Nothing was played.")
}
