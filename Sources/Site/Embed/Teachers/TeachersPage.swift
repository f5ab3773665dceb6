import Mustache
import Web

/// For teachers: which games they can embed, and what to know first.
struct TeachersPage: Page {
  static let templates = ["embed/teachers"]
  let title = "For teachers: games in your own page – Dicehall"
  let description =
    "Put dice, Craps, Pig, the character maker or exact odds into your class page or blog."
  let section: Section? = .teachers
  let addresses: AbsoluteURLs?

  static func declare(_ field: inout Fields<TeachersPage>) {
    field("games") { page in
      Framable.all.map { Offer(subject: $0, addresses: page.addresses) }
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

/// A game or odds, with the default options.
private struct Offer: Fielded {
  let subject: Framable
  let addresses: AbsoluteURLs?
  private var plan: EmbedPlan { EmbedPlan(of: subject) }

  static func declare(_ field: inout Fields<Offer>) {
    field("slug") { $0.subject.slug }
    field("name") { $0.subject.name }
    field("summary") { $0.subject.summary }
    field("path") { $0.plan.path }
    field("line") { offer in offer.addresses.map { offer.plan.line($0).html } }
  }
}
