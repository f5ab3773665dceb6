import ArgumentParser
import FastCGI
import Glibc
import Logging
import Site
import Storage
import Web

/// Opens a visitor's session, lets the site answer, and saves what changed.
struct Server: Sendable {
  let site: Site
  let sessions: any SessionStorage
  /// The occupancy by sessions; `nil` if nothing counts them.
  var occupancy: Occupancy?
  /// The seconds after which an unused session ends; also its cookie's `Max-Age`.
  let idleSeconds: Int
  let logger: Logger

  /// The most attempts at a move while others save the session first.
  private static let attempts = 5

  /// Answers a request, or an attempt at one that could not be read.
  func answer(_ incoming: Result<Request, Refusal>) -> Response {
    switch incoming {
    case .failure(let refusal): return site.respond(to: refusal)
    case .success(let request):
      if request.method == .post, let refusal = site.refusalOfPost(request) {
        let frame = EmbedAddress(request.path, in: site.features).map {
          EmbedVisit($0, isKept: true)
        }
        return site.respond(to: refusal, of: request, frame)
      }
      if Audience(of: request.path) == .frames {
        guard let address = EmbedAddress(request.path, in: site.features) else {
          // It isn't a game, and reads none of the hall's cookies. A launch may begin a session.
          if request.method == .post,
            let refusal = site.refusalOfSession(request, isFull: occupancy?.isFull ?? false)
          {
            return site.respond(to: refusal, of: request)
          }
          return site.respond(toStranger: request, now: time(nil))
        }
        return answer(
          request, from: AddressSource(address, request, sessions, lifetime: idleSeconds))
      }
      // Sessions are only opened, and cookies only required, if the answer may depend on them.
      let needs = site.features.needs(at: request.path)
      let vault = needs.vault ? SecretCookie(SecretCookie.vault, request) : nil
      guard request.method == .post || needs.session else {
        var session = Session()
        return respond(to: request, &session, nil, vault: vault)
      }
      let source = CookieSource(request, vault: vault, lifetime: idleSeconds)
      return answer(request, from: source)
    }
  }

  private func answer(_ request: Request, from source: some SessionSource) -> Response {
    do throws(StorageError) {
      for _ in 1..<Server.attempts {
        do throws(StorageError) {
          return try attempt(request, source)
        } catch .changed {
          // Somebody else saved first: the move is repeated on what they saved.
        }
      }
      return try attempt(request, source)
    } catch {
      // A damaged session is replaced, as the page says; other errors have changed nothing, except
      // one that says that it is in doubt.
      guard case .damaged = error else {
        return site.respond(to: .noGames(error), of: request, source.visit(nil))
      }
      return replace(request, source)
    }
  }

  private func attempt(
    _ request: Request, _ source: some SessionSource
  ) throws(StorageError) -> Response {
    if let response = try resume(request, source) { return response }
    return try begin(request, source)
  }

  /// Answers with the request's session, and saves it after a move.
  /// - Returns: `nil` if there is no such session and a new one may begin.
  private func resume(
    _ request: Request, _ source: some SessionSource
  ) throws(StorageError) -> Response? {
    guard let id = source.id, let stored = try sessions.load(id, for: source.use(for: request))
    else {
      return refuse(request, source, nil)
    }
    guard let before = Session(stored.bytes) else {
      logger.error("\(sessions.place(of: id)): this session has another format and was not opened")
      return replace(request, source)
    }
    guard source.shows(before) else { return refuse(request, source, before) }
    var session = before
    let response = respond(to: request, &session, source.visit(before), vault: source.vaultCookie)
    if session != before { try sessions.save(session.bytes, over: stored) }
    return response.setting(source.cookie(holding: id, session, isNew: false))
  }

  /// Answers a visitor without a session, who gets one with the first move.
  private func begin(
    _ request: Request, _ source: some SessionSource
  ) throws(StorageError) -> Response {
    var random = SystemRandomNumberGenerator()
    let id = request.method == .post ? SessionID(using: &random) : nil
    let (before, visit) = source.opening(id)
    if let kept = source.kept(before) { return site.redirect(request, to: kept) }
    // Checked before anything else changes, such as a room or a vault.
    if id != nil,
      let refusal = site.refusalOfSession(request, visit, isFull: occupancy?.isFull ?? false)
    {
      return site.respond(to: refusal, of: request, visit)
    }
    var session = before
    let response = respond(to: request, &session, visit, vault: source.vaultCookie)
    var cookie = source.endedCookie
    if let id, session != before {
      try sessions.create(session.bytes, as: id)
      site.countSession(of: request)
      cookie = source.cookie(holding: id, session, isNew: true)
    }
    let answer = response.setting(cookie)
    return visit == nil ? site.checkingCookie(answer, to: request, session) : answer
  }

  private func replace(_ request: Request, _ source: some SessionSource) -> Response {
    var (session, visit) = source.replacement
    return respond(to: request, &session, visit, vault: source.vaultCookie)
      .setting(source.endedCookie)
  }

  private func refuse(
    _ request: Request, _ source: some SessionSource, _ session: Session?
  ) -> Response? {
    source.refusal(of: session).map { site.respond(to: $0.refusal, of: request, $0.visit) }
  }

  private func respond(
    to request: Request, _ session: inout Session, _ visit: EmbedVisit?, vault cookie: SecretCookie?
  ) -> Response {
    var vaultKey = cookie?.value.flatMap(VaultID.init)
    let response = site.respond(
      to: request, session: &session, vaultKey: &vaultKey,
      random: SystemRandomness(), now: time(nil), embed: visit)
    guard let cookie else { return response }
    if let vaultKey {
      return response.setting(cookie.holding(vaultKey.text, for: SecretCookie.longestDays * 86_400))
    }
    return response.setting(cookie.value == nil ? nil : cookie.ended)
  }
}

extension Response {
  consuming func setting(_ cookie: String?) -> Response {
    if let cookie { set("Set-Cookie", cookie) }
    return self
  }
}

/// Answers one request as plain CGI; all settings come from the environment.
func answerOneRequest() {
  do {
    try Environment.checkNames()
    let serve = try Serve(typed: []) ?? Serve.parse([])
    LoggingSystem.start(serve.watching.format, serve.watching.level)
    let logger = Logger(label: "dicehall")
    let storage = try serve.storage(logger)
    try? storage.prepare()
    // A process that ends after one answer only counts what the storage counts.
    let limiter = try serve.limiter(in: Memory.lasting(bytes: RateLimiter.memory))
    let server = try Server(
      serve.address, serve.state, storage, limiter, nil, isCloudReadOnly: serve.isCloudReadOnly,
      logger)
    PlainCGI.serve(
      gateway: try serve.gateway(),
      observer: ServiceWatch(log: serve.watching.requestLog, metrics: nil)
    ) { RequestInLog.answer($0, $1, with: server) }
  } catch {
    printError("dicehall: \((error as? Failure)?.message ?? "\(error)")")
    print("Status: 500 Internal Server Error\r\nContent-Type: text/plain\r\n\r", terminator: "\n")
    print("Dicehall isn't set up yet; the web server's log says why.")
  }
}
