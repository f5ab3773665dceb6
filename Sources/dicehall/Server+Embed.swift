import Crypto
import Glibc
import Logging
import Site
import Storage
import Web

extension Server {
  /// A GET below `/embed/`: the game whose key is in the address or, at a plain address over https,
  /// in the frame's own cookie, which leads there.
  func look(_ request: Request, _ address: EmbedAddress) -> Response {
    guard let key = address.key else { return lookAtOpening(request, address) }
    do throws(StorageError) {
      guard let id = SessionID(key), let loaded = try sessions.load(id, for: .reading) else {
        return respond(to: .noSuchEmbed, request, address.anew)
      }
      var session = open(loaded.bytes)
      guard !session.isReplacement else { return replace(request, address) }
      guard session.isFramed(address.game) else {
        return lead(to: session, request, address)
      }
      let cookie = cookie(of: address.game, session.embedStart, request)
      let visit = EmbedVisit(address, isKept: cookie?.value == key)
      let response = respond(to: request, &session, visit)
      // Another frame of that page may have begun alike, and its game is not lost for this one.
      guard let cookie, cookie.value == key || !leadsToGame(cookie, address.game) else {
        return response
      }
      return response.setting(cookie.holding(key, for: idleSeconds))
    } catch {
      return answer(request, address, error)
    }
  }

  private func lookAtOpening(_ request: Request, _ address: EmbedAddress) -> Response {
    let visit = EmbedVisit(address, beginningBy: request.query)
    if address.isPlain, let cookie = cookie(of: address.game, visit.startText, request),
      leadsToGame(cookie, address.game), let key = cookie.value
    {
      return site.redirect(request, to: address.begun(key))
    }
    var session = visit.opening
    return respond(to: request, &session, visit)
  }

  /// A POST below `/embed/`, for which no cookie is read: there is nothing to forge.
  func play(_ request: Request, _ address: EmbedAddress) -> Response {
    guard let key = address.key else { return begin(request, address) }
    do throws(StorageError) {
      guard let id = SessionID(key), let loaded = try sessions.load(id, for: .changing) else {
        return respond(to: .noSuchEmbed, request, address.anew)
      }
      let before = open(loaded.bytes)
      guard !before.isReplacement else { return replace(request, address) }
      guard before.isFramed(address.game) else {
        return lead(to: before, request, address)
      }
      var session = before
      // No cookie is read, so nobody knows.
      let response = respond(to: request, &session, EmbedVisit(address, isKept: true))
      if session != before { try sessions.save(session.bytes, over: loaded) }
      return response
    } catch {
      return answer(request, address, error)
    }
  }

  /// The first move of a game, which gets a key of its own.
  private func begin(_ request: Request, _ address: EmbedAddress) -> Response {
    var random = SystemRandomNumberGenerator()
    let id = SessionID(using: &random)
    let visit = EmbedVisit(address, beginningBy: request.query, newKey: id.text)
    let before = visit.opening
    var session = before
    let response = respond(to: request, &session, visit)
    guard session != before else { return response }
    do throws(StorageError) {
      try sessions.create(session.bytes, as: id)
      // It finds the game again when the page around it is loaded anew.
      let cookie = cookie(of: address.game, session.embedStart, request)
      return cookie.map { response.setting($0.holding(id.text, for: idleSeconds)) } ?? response
    } catch {
      return answer(request, address, error)
    }
  }

  /// The frame's own cookie, one for each way to begin a game, so that several games of a page do
  /// not take each other's; `nil` where no browser would keep it.
  private func cookie(
    of game: any Embeddable.Type, _ start: String, _ request: Request
  ) -> SecretCookie? {
    guard request.isSecure else { return nil }
    let hash = SHA256.hash(data: Array("\(game.slug)?\(start)".utf8)).prefix(6)
    let digits = hash.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return SecretCookie("dicehall-frame-\(digits.joined())", request, isPartitioned: true)
  }

  /// Whether it leads to a game that can be gone on with.
  private func leadsToGame(_ cookie: SecretCookie, _ game: any Embeddable.Type) -> Bool {
    guard let id = cookie.value.flatMap(SessionID.init),
      let loaded = try? sessions.load(id, for: .reading),
      let session = Session(loaded.bytes)
    else { return false }
    return session.isFramed(game)
  }

  private func respond(
    to request: Request, _ session: inout Session, _ visit: EmbedVisit
  ) -> Response {
    var noVault: VaultID?
    return site.respond(
      to: request, session: &session, vaultKey: &noVault, random: SystemRandomNumberGenerator(),
      now: time(nil), embed: visit)
  }

  private func respond(
    to refusal: Refusal, _ request: Request, _ address: EmbedAddress
  ) -> Response {
    site.respond(to: refusal, of: request, EmbedVisit(address, isKept: false))
  }

  /// The key leads to another game than the address names.
  private func lead(
    to session: Session, _ request: Request, _ address: EmbedAddress
  ) -> Response {
    guard let right = address.corrected(for: session) else {
      return respond(to: .noSuchEmbed, request, address.anew)
    }
    return respond(to: .anotherGame(right), request, right)
  }

  /// What was kept of the game cannot be read: a new one stands before the visitor's eyes.
  private func replace(_ request: Request, _ address: EmbedAddress) -> Response {
    let visit = EmbedVisit(address.anew, beginningBy: Form())
    var session = visit.opening.asReplacement
    return respond(to: request, &session, visit)
  }

  /// The store failed: a damaged game is replaced, all else is a 503 and nothing has changed.
  private func answer(
    _ request: Request, _ address: EmbedAddress, _ error: StorageError
  ) -> Response {
    guard case .damaged = error else {
      return site.respond(to: .noGames, of: request, EmbedVisit(address, isKept: false))
    }
    return replace(request, address)
  }
}
