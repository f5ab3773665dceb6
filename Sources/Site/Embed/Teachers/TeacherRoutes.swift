import Web

/// The script that other sites' pages load to make frames as high as their games.
let hostScriptPath = "/embed-host.js"
/// The path of the QR code of a game's address as a picture.
let codePath = "/embed-code.svg"

let teacherRoutes: [Route] = [
  .page("/embed", readsQuery: true, showTeachers),
  .page(hostScriptPath) { _ in
    .document(template: "embed/host-script", type: "text/javascript; charset=utf-8")
  },
  .get(codePath, usesSession: false, showCode),
  .get(EmbedCheckPage.path, usesSession: false) { .page(EmbedCheckPage($0.request)) }
    .answering(.frames),
  .post(EmbedCheckPage.path, tryCookie).beginningNoSession.answering(.frames),
  .get("/oembed", usesSession: false) {
    .json(.ok, try OEmbed($0).json)
  }.answering(.programs),
]

private func showTeachers(_ visit: inout Visit) -> Answer {
  let query = visit.request.query
  guard !query.fields.isEmpty else {
    return .page(TeachersPage(addresses: visit.addresses, features: visit.features))
  }
  return .page(EmbedPlanPage(EmbedPlan(query, in: visit.features), visit))
}

private func showCode(_ visit: inout Visit) throws -> Answer {
  let plan = EmbedPlan(visit.request.query, in: visit.features)
  guard let code = visit.addresses.flatMap({ visit.code($0.page(plan.path)) }) else {
    throw Refusal(.notFound, "There’s no QR code for this address.")
  }
  return .file(type: "image/svg+xml", name: nil, bytes: Array(code.drawing.utf8))
}

/// Sets a test cookie, if a frame could keep one; the next request shows whether it came back.
private func tryCookie(_ visit: inout Visit) -> Answer {
  let place = EmbedCheckPage.Place(rawValue: visit.form["from"] ?? "") ?? .unknown
  let request = visit.request
  return .seeOther(
    "\(EmbedCheckPage.path)?pressed=yes&from=\(place.rawValue)",
    cookies: request.isSecure ? [EmbedCheckPage.cookie(request).holding("yes", for: 600)] : [])
}
