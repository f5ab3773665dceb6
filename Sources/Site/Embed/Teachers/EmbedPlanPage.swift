import Mustache
import Web

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
