import Cryptography
import LTI
import Mustache
import Site
import Storage
import Web

/// The pages for browsers that come from a learning platform, by LTI 1.3.
let ltiPages: [any Page.Type] = [
  WaitPage.self, ChoicePage.self, ChosenPage.self, SheetLinkPage.self,
]

let ltiRoutes: [Route] =
  ([
    .get(loginPath, usesSession: false) { visit in try visit.login(visit.request.query) },
    .post(loginPath) { visit in try visit.login(visit.form) }.beginningNoSession,
    .post(launchPath) { visit in try visit.launch() },
    showKeys,
    .get("\(waitPath)/*", usesSession: false) { visit in try visit.waited() },
    .get("\(choicePath)/*", usesSession: false) { visit in
      .page(ChoicePage(visit.request.query, by: try visit.choice(), in: visit))
    },
    .post("\(choicePath)/*") { visit in try visit.choose() }.beginningNoSession,
    .get("\(sheetPath)/*", usesSession: false) { visit in
      _ = try visit.registry()
      guard let sheet = LessonSheet.all.first(where: { $0.slug == visit.parameter }) else {
        throw Refusal.noPage
      }
      return .page(SheetLinkPage(sheet: sheet))
    },
  ] as [Route]).map { $0.answering(.frames) }

package let loginPath = "/lti/login"
package let launchPath = "/lti/launch"
package let keysPath = "/lti/keys"
let waitPath = "/lti/wait"
let choicePath = "/lti/choose"
let sheetPath = "/lti/sheet"

private var showKeys: Route {
  var route = Route.get(keysPath, usesSession: false) { visit in
    .json(.ok, try visit.registry().keySet(visit.now).json.bytes)
  }
  route.caching = .everybody
  return route
}

extension Visit {
  /// Returns the learning platforms that the operator has registered.
  /// - Throws: `Refusal` 404 if there are none; `StorageError`.
  func registry() throws -> Registry {
    guard let registry = try Registry.load(from: storage.sessions), !registry.platforms.isEmpty
    else { throw Refusal.noPlatforms }
    return registry
  }

  /// Sends the browser to its platform for a token.
  fileprivate func login(_ form: Form) throws -> Answer {
    let registry = try registry()
    try checkLength()
    guard let addresses else { throw LaunchRefusal.elsewhere }
    // Refusals are logged, so they are limited like forms.
    if request.method != .post, let limiter,
      let wait = limiter.spend(limiter.limits.newPosts, by: request.client)
    {
      throw Refusal.tooManyPosts(seconds: wait)
    }
    let (address, state) = try Login.begin(
      form, at: addresses.page(launchPath), in: registry, now: now
    ) { addresses.pathAndQuery(of: $0) != nil }
    let cookie = loginCookie(state).holding(stateMark(state), for: Login.seconds)
    return .elsewhere(address, cookie: cookie)
  }

  /// The longest form from a platform, in bytes.
  private static let longestForm = 16 * 1024

  private func checkLength() throws(LaunchRefusal) {
    guard request.bodyLength <= Visit.longestForm else { throw .tooLong }
  }

  /// Returns the cookie of a launch; each has its own, as several frames of a page may launch at
  /// once.
  private func loginCookie(_ state: String) -> SecretCookie {
    SecretCookie(
      "dicehall-lti-\(stateMark(state).prefix(8))", request, below: "/lti/", isPartitioned: true)
  }

  private func stateMark(_ state: String) -> String { hex(SHA256.hash(state)) }

  /// Accepts a token once, and leads to its target.
  fileprivate mutating func launch() throws -> Answer {
    let registry = try registry()
    try checkLength()
    guard let state = form["state"], let token = form["id_token"] else {
      throw LaunchRefusal.incomplete
    }
    let login = try Login(state, in: registry, now: now)
    let launch = try Launch(token, of: login, in: registry, now: now)
    // Many browsers keep no cookies in frames; but one that came back must be this launch's.
    let (seen, mark) = (loginCookie(state).value, stateMark(state))
    guard seen == nil || seen == mark else { throw LaunchRefusal.state.from(launch.platform) }
    guard try storage.sessions.use(login) else { throw LaunchRefusal.used.from(launch.platform) }
    switch launch.message {
    case .choice(let choice): return .seeOther("\(choicePath)/\(try begin(with: choice))")
    case .resource(let link):
      do {
        return try open(link, launch, in: registry, wasSeen: seen == mark)
      } catch let refusal as LaunchRefusal {
        throw refusal.from(launch.platform)
      }
    }
  }

  /// Leads to the content chosen for a link.
  private mutating func open(
    _ link: String, _ launch: Launch, in registry: Registry, wasSeen: Bool
  ) throws -> Answer {
    guard let opens = launch.custom(ContentItem.opens), opens.utf8.count <= 4096, let addresses,
      let (path, query) = addresses.pathAndQuery(
        of: opens.hasPrefix("/") ? addresses.page(opens) : opens)
    else { throw LaunchRefusal.nothingChosen }
    guard path != roomPath else {
      return try enter(link, settings: query, launch, in: registry, wasSeen: wasSeen)
    }
    if let sheet = LessonSheet.all.first(where: { $0.path == path }) {
      return .seeOther("\(sheetPath)/\(sheet.slug)")
    }
    guard path.hasPrefix("/embed/"), PastedAddress.isThere(path, in: features) else {
      throw LaunchRefusal.nothingChosen
    }
    let text = PercentCoding.encode(query.fields.map { ($0.name, $0.value) })
    return .seeOther(text.isEmpty ? path : "\(path)?\(text)")
  }

  // MARK: Sessions

  /// Begins a frame's session with one part in it.
  /// - Returns: its key.
  /// - Throws: `Refusal` 429 if the client has begun too many, `StorageError`.
  func begin(_ fill: (inout Session) -> Void) throws -> String {
    if let limiter, let wait = limiter.spend(limiter.limits.newSessions, by: request.client) {
      throw Refusal.tooManySessions(seconds: wait)
    }
    var session = Session()
    session[FrameState.self] = FrameState(game: RoomGame.slug)
    fill(&session)
    var random = SystemRandomNumberGenerator()
    let id = SessionID(using: &random)
    try storage.sessions.create(session.bytes, as: id)
    return id.text
  }

  private func begin(with choice: ContentChoice) throws -> String {
    try begin { $0[KeptChoice.self] = KeptChoice(choice: choice) }
  }

  /// Returns the part that a launch put into the session for the key in the address.
  /// - Throws: `Refusal` 404 if there is none with such a part; `StorageError`.
  func launched<Part: SessionPart>(_: Part.Type) throws -> Part {
    guard let id = SessionID(parameter), let stored = try storage.sessions.load(id, for: .reading),
      let session = Session(stored.bytes), let part = session[Part.self]
    else { throw Refusal.launchIsOver }
    return part
  }
}

// MARK: Refusing

extension LaunchRefusal: RefusalError, CustomStringConvertible {
  package var isReported: Bool { true }

  /// The description for the operator's log.
  package var description: String {
    let source = platform ?? issuer.map { "with the issuer \($0)" }
    let name = source.map { "the learning platform \($0)" } ?? "a learning platform"
    return "a launch from \(name) was refused because \(reason)"
  }

  package var refusal: Refusal {
    Refusal(
      kind == .malformed ? .badRequest : .forbidden,
      """
      Dicehall can’t accept what your learning platform sent, because \(reason). Go back to your \
      course and open the link again. If that doesn’t help, show this to whoever looks after the \
      platform.
      """, heading: "This link couldn’t be opened")
  }
}

extension Refusal {
  static let noPlatforms = Refusal(
    .notFound, "No learning platform is registered in this hall.",
    heading: "There’s nothing to launch here")

  static let launchIsOver = Refusal(
    .notFound, "This launch is over. Go back to your course and open the link again.",
    heading: "Open the link again")
}

/// The page for a pupil who comes before the teacher, or whose browser can't show that it began the
/// launch.
struct WaitPage: Page {
  static let templates = ["lti/wait"]
  var title: String { isOpen ? "Your class – Dicehall" : "Not open yet – Dicehall" }
  let description = "A room of your course."
  let section: Section? = nil
  let isSecret = true
  let key: String
  let isOpen: Bool

  static func declare(_ field: inout Fields<WaitPage>) {
    field("path") { "\(waitPath)/\($0.key)?look=again" }
    field("isOpen") { $0.isOpen }
  }
}

/// The page that leads from a frame to a lesson sheet, to be read and printed in its own tab.
struct SheetLinkPage: Page {
  static let templates = ["lti/sheet"]
  var title: String { "\(sheet.name) – Dicehall" }
  var description: String { sheet.summary }
  let section: Section? = nil
  let isUnlisted = true
  let sheet: LessonSheet

  static func declare(_ field: inout Fields<SheetLinkPage>) {
    field("name") { $0.sheet.name }
    field("summary") { $0.sheet.summary }
    field("path") { $0.sheet.path }
  }
}
