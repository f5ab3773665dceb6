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
