import Mustache
import Web

/// Prepares a game for another page: a form for its options, a preview, and the line to copy.
struct EmbedPlanPage: Page {
  static let templates = ["embed/plan"]
  let title: String
  let description =
    "Choose how a game begins and how large it is, look at it, and copy the line for your page."
  let section: Section? = .teachers
  private let plan: EmbedPlan
  private let addresses: AbsoluteURLs?
  private let code: QRCode?

  init(_ plan: EmbedPlan, _ addresses: AbsoluteURLs?, _ code: (String) -> QRCode?) {
    self.plan = plan
    self.addresses = addresses
    self.code = addresses.flatMap { code($0.page(plan.path)) }
    title = "\(plan.game.name) for your page – Dicehall"
  }

  static func declare(_ field: inout Fields<EmbedPlanPage>) {
    field("name") { $0.plan.game.name }
    field("summary") { $0.plan.game.summary }
    field("remarks") { $0.plan.remarks }
    field("games") { page in
      Site.games.map {
        ChoiceWord(value: $0.slug, words: $0.name, isChosen: $0 == page.plan.game)
      }
    }
    field("options") { $0.fields($0.plan.game.options) }
    field("looks") { $0.fields(FrameState.options) }
    field("size") { page in
      [(EmbedPlan.width, page.plan.width), (EmbedPlan.height, page.plan.height)].map {
        EmbedField(option: $0, value: $1.map(String.init) ?? "")
      }
    }
    field("path") { $0.plan.path }
    field("line") { page in page.addresses.map { page.plan.line($0).html } }
    field("address") { page in page.addresses.map { $0.page(page.plan.path) } }
    field("code") { $0.code }
    field("width") { $0.plan.width }
    field("height") { $0.plan.height ?? EmbedPlan.usualHeight }
  }

  private func fields(_ options: [EmbedOption]) -> [EmbedField] {
    options.map { option in
      let granted = plan.start.granted.first { $0.name == option.name }
      return EmbedField(option: option, value: granted?.value ?? "")
    }
  }
}
