import Web

let characterRoutes: [Route] = [
  .game("/osr", showHall)
]

private func showHall(_ visit: inout Visit) -> Answer {
  .page(HallPage(setback: visit.session.isReplacement ? .damaged : nil))
}
