import Mustache
import Web

/// The page for teachers: the games that they can embed, and what to know first.
struct TeachersPage: Page {
  static let templates = ["embed/teachers"]
  let title = "For teachers: games in your own page – Dicehall"
  let description =
    "Put dice, Craps, Pig, the character maker or exact odds into your class page or blog."
  let section: Section? = .teachers
  let addresses: AbsoluteURLs?
  let features: Features

  static func declare(_ field: inout Fields<TeachersPage>) {
    field.rows("games", { $0.features.framables }) { game in
      game("slug") { $0.slug }
      game("name") { $0.name }
      game("summary") { $0.summary }
      // With the default options.
      game("path") { EmbedPlan(of: $0).path }
      game("line") { game, page in page.addresses.map { EmbedPlan(of: game).line($0).html } }
    }
    field("checkLine") { page in
      page.addresses.map {
        FrameLine(
          address: $0.page(EmbedCheckPage.path), title: "Does embedding work here?", width: nil,
          height: 480
        ).html
      }
    }
    field("scriptLine") { $0.addresses?.heightLine }
  }
}

/// The script that other sites' pages load to make frames as high as their games.
let hostScriptPath = "/embed-host.js"
/// The path of the QR code of a game's address as a picture.
let codePath = "/embed-code.svg"

let teacherRoutes: [Route] = [
  .page("/embed", readsQuery: true) { visit in
    let query = visit.request.query
    guard !query.fields.isEmpty else {
      return .page(TeachersPage(addresses: visit.addresses, features: visit.features))
    }
    return .page(EmbedPlanPage(EmbedPlan(query, in: visit.features), visit))
  },
  .page(hostScriptPath) { _ in
    .document(template: "embed/host-script", type: "text/javascript; charset=utf-8")
  },
  .get(codePath, usesSession: false) { visit in
    let plan = EmbedPlan(visit.request.query, in: visit.features)
    guard let code = visit.addresses.flatMap({ visit.code($0.page(plan.path)) }) else {
      throw Refusal(.notFound, "There’s no QR code for this address.")
    }
    return .file(type: "image/svg+xml", name: nil, bytes: Array(code.drawing.utf8))
  },
  .get(EmbedCheckPage.path, usesSession: false) { .page(EmbedCheckPage($0.request)) }
    .answering(.frames),
  // Sets a test cookie, if a frame could keep one; the next request shows whether it came back.
  .post(EmbedCheckPage.path) { visit in
    let place = EmbedCheckPage.Place(rawValue: visit.form["from"] ?? "") ?? .unknown
    let request = visit.request
    return .seeOther(
      "\(EmbedCheckPage.path)?pressed=yes&from=\(place.rawValue)",
      cookies: request.isSecure ? [EmbedCheckPage.cookie(request).holding("yes", for: 600)] : [])
  }.beginningNoSession.answering(.frames),
  .get("/oembed", usesSession: false) { .json(.ok, try OEmbed($0).json) }.answering(.programs),
]

/// The page to embed a game or odds: a form for options, a preview, and the line to copy.
struct EmbedPlanPage: Page {
  static let templates = ["embed/plan"]
  let title: String
  let description =
    "Choose how it starts and how big it is, preview it, and copy the line for your page."
  let section: Section? = .teachers
  private let plan: EmbedPlan
  private let addresses: AbsoluteURLs?
  private let framables: [Framable]
  private let code: QRCode?

  init(_ plan: EmbedPlan, _ visit: Visit) {
    self.plan = plan
    addresses = visit.addresses
    framables = visit.features.framables
    code = addresses.flatMap { visit.code($0.page(plan.path)) }
    title = "\(plan.subject.name) for your page – Dicehall"
  }

  static func declare(_ field: inout Fields<EmbedPlanPage>) {
    field("name") { $0.plan.subject.name }
    field("summary") { $0.plan.subject.summary }
    field("slug") { $0.plan.subject.slug }
    // Remarks on a control are shown there.
    field("remarks") { page in
      page.plan.remarks.filter { page.control(of: $0) == nil }.map(\.sentence)
    }
    field("kept") { $0.plan.kept }
    field("games") { page in
      page.framables.map {
        ChoiceWord(value: $0.slug, words: $0.name, isChosen: $0 == page.plan.subject)
      }
    }
    field("controls") { page in
      page.plan.controls.map { option in
        option.input(
          page.typed(in: option),
          wrong: page.problem[option.name], hint: option.planHint,
          namesDefault: false)
      }
    }
    field("path") { $0.plan.path }
    field("line") { page in page.addresses.map { page.plan.line($0).html } }
    field("address") { page in page.addresses.map { $0.page(page.plan.path) } }
    field("sharing") { page in
      Sharing(page.plan.path, called: page.plan.name, page.addresses)
    }
    field("code") { $0.code }
    field("codePath") { "\(codePath)?\($0.plan.query)" }
    field("scriptLine") { $0.addresses?.heightLine }
    field("width") { $0.plan.width }
    field("height") { $0.plan.height ?? EmbedPlan.defaultHeight }
  }

  /// The corrected and omitted options, at their controls.
  private var problem: Problem {
    Problem(
      plan.remarks.compactMap { remark in
        control(of: remark).map { .init($0.label + remark.text, field: $0.name) }
      })
  }

  private func control(of remark: OptionReader.Remark) -> EmbedOption? {
    plan.controls.first { $0.name == remark.option }
  }

  /// Returns the typed or chosen value, right or wrong; empty for the default.
  private func typed(in option: EmbedOption) -> String {
    plan.typed[option.name]?.shownAgain ?? ""
  }
}

extension EmbedOption {
  /// The hint below the option's control, for a teacher.
  package var planHint: String? {
    switch kind {
    case .choice: return nil
    case .text(_, let hint): return hint
    case .number(let range, let step):
      let steps = step == 1 ? "" : " in steps of \(step)"
      let limits = "\(range.lowerBound.groupedText) to \(range.upperBound.groupedText)\(steps)"
      let example = Int(defaultValue).map { "usually \($0.groupedText)" }
      return "\(limits); \(example ?? "leave empty for the width of the page")."
    }
  }
}

extension Form.Field: Fielded {
  package static func declare(_ field: inout Fields<Form.Field>) {
    field("name") { $0.name }
    field("value") { $0.value }
  }
}

/// A framed page that finds out without scripts what works in the frame.
struct EmbedCheckPage: Page {
  static let templates = ["embed/check"]
  static let path = "/embed/check"
  let title = "Does embedding work here? – Dicehall"
  let description = "Tests whether you can play Dicehall’s games in a page on another site."
  let section: Section? = nil
  private let isSecure: Bool
  private let place: Place
  /// Whether the cookie came back; `nil` before the button was pressed.
  private let isKept: Bool?

  /// The place where the page was first shown, as far as the browser says.
  enum Place: String {
    /// Another site's page.
    case elsewhere
    /// A page of this site.
    case here
    /// A tab of its own.
    case alone
    case unknown

    init(_ request: Request) {
      self =
        switch request.fetchDestination {
        case "iframe", "frame", "embed", "object":
          request.fetchSite == "same-origin" ? .here : .elsewhere
        case "document": .alone
        default: .unknown
        }
    }
  }

  /// Returns the cookie for the test, partitioned like those of frames, or it would prove nothing.
  static func cookie(_ request: Request) -> SecretCookie {
    SecretCookie("dicehall-check", request, isPartitioned: true)
  }

  init(_ request: Request) {
    isSecure = request.isSecure
    let wasPressed = request.query["pressed"] == "yes"
    // Our own form led here, so the form says where the page was first shown.
    place = wasPressed ? Place(rawValue: request.query["from"] ?? "") ?? .unknown : Place(request)
    isKept = wasPressed ? isSecure && EmbedCheckPage.cookie(request).value != nil : nil
  }

  static func declare(_ field: inout Fields<EmbedCheckPage>) {
    field("isPressed") { $0.isKept != nil }
    field("isKept") { $0.isKept ?? false }
    field("isSecure") { $0.isSecure }
    field("from") { $0.place.rawValue }
    field("isElsewhere") { $0.place == .elsewhere }
    field("isHere") { $0.place == .here }
    field("isAlone") { $0.place == .alone }
    field("isUnknown") { $0.place == .unknown }
  }
}
