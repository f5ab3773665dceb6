import Web

let characterRoutes: [Route] =
  [.game("/osr", showHall)]
  + wizardRoutes
  + vaultRoutes
  + cloudRoutes
  + apiRoutes

private func showHall(_ visit: inout Visit) -> Answer {
  .page(HallPage(setback: visit.session.isReplacement ? .damaged : nil))
}
