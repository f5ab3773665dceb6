import Mustache
import Web

/// Prepares a game or odds for another page: a form for its options, a preview, and the line to copy.
struct EmbedPlanPage: Page {
  static let templates = ["embed/plan"]
  let title: String
  let description =
    "Choose how it starts and how big it is, preview it, and copy the line for your page."
  let section: Section? = .teachers
  private let plan: EmbedPlan
  private let addresses: AbsoluteURLs?
  private let code: QRCode?

  init(_ plan: EmbedPlan, _ addresses: AbsoluteURLs?, _ code: (String) -> QRCode?) {
    self.plan = plan
    self.addresses = addresses
    self.code = addresses.flatMap { code($0.page(plan.path)) }
    title = "\(plan.subject.name) for your page – Dicehall"
  }

  static func declare(_ field: inout Fields<EmbedPlanPage>) {
    field("name") { $0.plan.subject.name }
    field("summary") { $0.plan.subject.summary }
    field("slug") { $0.plan.subject.slug }
    field("remarks") { page in page.plan.remarks.map { Remark($0, page.plan.controls) } }
    field("kept") { $0.plan.kept }
    field("games") { page in
      Framable.all.map {
        ChoiceWord(value: $0.slug, words: $0.name, isChosen: $0 == page.plan.subject)
      }
    }
    field("options") { $0.fields($0.plan.subject.options) }
    field("looks") { $0.fields($0.plan.subject.looks) }
    field("size") { $0.fields([EmbedPlan.width, EmbedPlan.height]) }
    field("path") { $0.plan.path }
    field("line") { page in page.addresses.map { page.plan.line($0).html } }
    field("address") { page in page.addresses.map { $0.page(page.plan.path) } }
    field("code") { $0.code }
    field("codePath") { "\(codePath)?\($0.plan.query)" }
    field("scriptLine") { $0.addresses?.heightLine }
    field("width") { $0.plan.width }
    field("height") { $0.plan.height ?? EmbedPlan.usualHeight }
  }

  private func fields(_ options: [EmbedOption]) -> [EmbedField] {
    options.map { option in
      EmbedField(
        option: option, value: plan.typed[option.name]?.shownAgain ?? "",
        isWrong: plan.remarks.contains { $0.option == option.name })
    }
  }

  /// A remark that names its field as the form does, and leads there.
  private struct Remark: Fielded {
    let field: EmbedOption?
    let text: String

    init(_ remark: OptionReader.Remark, _ controls: [EmbedOption]) {
      field = controls.first { $0.name == remark.option }
      text = field == nil ? remark.sentence : remark.text
    }

    static func declare(_ field: inout Fields<Remark>) {
      field("name") { $0.field?.name }
      field("label") { $0.field?.label }
      field("text") { $0.text }
    }
  }
}

extension Form.Field: Fielded {
  package static func declare(_ field: inout Fields<Form.Field>) {
    field("name") { $0.name }
    field("value") { $0.value }
  }
}
