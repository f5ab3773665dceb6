import Glibc
import Logging
import Site
import Store
import Web

/// Puts visitors' sessions around the site: opens one, lets the site answer, saves what changed.
struct Server: Sendable {
  let site: Site
  let store: SessionStore
  /// Seconds without use after which a session ends; the cookie's Max-Age.
  let idleSeconds: Int
  let logger: Logger

  /// Answers whatever came, in the one way there is.
  func answer(_ incoming: Result<Request, Refusal>) -> Response {
    switch incoming {
    case .failure(let refusal): site.respond(to: refusal)
    case .success(let request):
      request.method == .post ? play(request) : look(request)
    }
  }

  /// A GET: reads, and writes nothing.
  private func look(_ request: Request) -> Response {
    let cookie = SessionCookie(request)
    guard Site.dependsOnSession(request.path), cookie.isPresent else {
      var session = Session()
      return respond(to: request, &session)
    }
    do throws(StoreError) {
      guard let id = cookie.id, let bytes = try store.read(id) else {
        var session = Session()
        return respond(to: request, &session).setting(cookie.ended)
      }
      var session = open(bytes)
      let response = respond(to: request, &session)
      return response.setting(
        session.isReplacement ? cookie.ended : cookie.renewed(for: idleSeconds))
    } catch {
      return answer(request, cookie, error)
    }
  }

  /// A POST: the session is held from reading to saving, so that a move is made once or not at all.
  private func play(_ request: Request) -> Response {
    let cookie = SessionCookie(request)
    do throws(StoreError) {
      guard let id = cookie.id, var held = try store.hold(id) else { return begin(request, cookie) }
      let before = open(held.bytes)
      var session = before
      let response = respond(to: request, &session)
      guard !session.isReplacement else { return response.setting(cookie.ended) }
      if session != before { try held.save(session.bytes) }
      return response.setting(cookie.renewed(for: idleSeconds))
    } catch {
      return answer(request, cookie, error)
    }
  }

  /// A POST of somebody without a session; an id that is not known is never adopted.
  private func begin(_ request: Request, _ cookie: SessionCookie) -> Response {
    let before = Session()
    var session = before
    let response = respond(to: request, &session)
    guard session != before else {
      return cookie.isPresent ? response.setting(cookie.ended) : response
    }
    do throws(StoreError) {
      let id = try store.create(session.bytes)
      return response.setting(cookie.holding(id, for: idleSeconds))
    } catch {
      return answer(request, cookie, error)
    }
  }

  private func open(_ bytes: [UInt8]) -> Session {
    if let session = Session(bytes) { return session }
    logger.error("a session of another format was not opened")
    return .replacement
  }

  private func respond(to request: Request, _ session: inout Session) -> Response {
    site.respond(
      to: request, session: &session, random: SystemRandomNumberGenerator(), now: time(nil))
  }

  /// The store failed: a damaged session is replaced before the visitor's eyes, all else is a 503
  /// and nothing has changed.
  private func answer(
    _ request: Request, _ cookie: SessionCookie, _ error: StoreError
  ) -> Response {
    logger.error("session: \(error)")
    guard case .damaged = error else {
      return site.respond(
        to: Refusal(.unavailable, "Games cannot be read or saved right now. Nothing was played."),
        of: request)
    }
    var session = Session.replacement
    return respond(to: request, &session).setting(cookie.ended)
  }
}

extension Response {
  /// The same with a cookie set.
  fileprivate consuming func setting(_ cookie: String) -> Response {
    set("Set-Cookie", cookie)
    return self
  }
}
