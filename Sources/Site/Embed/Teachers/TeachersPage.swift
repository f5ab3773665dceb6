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
