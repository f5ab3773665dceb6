import Mustache

let accessibilityRoutes: [Route] = [
  .page("/accessibility") { _ in .page(AccessibilityPage.statement) },
  .page("/accessibility/report") { _ in .page(AccessibilityPage.report) },
]

/// The page on accessibility, criterion by criterion.
///
/// It is a statement for visitors, or a report for schools that buy software.
final class AccessibilityPage: Page {
  static let templates = ["accessibility/statement", "accessibility/report"]
  let template, title, description: String
  let section: Section? = .about

  private init(template: String, title: String, description: String) {
    self.template = template
    self.title = title
    self.description = description
  }

  static let statement = AccessibilityPage(
    template: "accessibility/statement", title: "Accessibility – Dicehall",
    description: "How Dicehall meets WCAG 2.2, what falls short, and how it was tried.")
  static let report = AccessibilityPage(
    template: "accessibility/report", title: "Accessibility conformance report – Dicehall",
    description: "Each criterion of WCAG 2.2 A and AA, with the clauses of EN 301 549.")

  /// The headings in the order of the guidelines.
  private static let principles = [
    ("Perceivable", Criterion.perceivable), ("Operable", Criterion.operable),
    ("Understandable", Criterion.understandable), ("Robust", Criterion.robust),
  ]

  private static let levels = [Criterion.Level.a, .aa].map { level in
    (level.rawValue, Criterion.all.filter { $0.level == level })
  }

  static func declare(_ field: inout Fields<AccessibilityPage>) {
    field("count") { _ in Criterion.all.count }
    field("gaps") { _ in Criterion.all.filter { $0.gap != nil } }
    field.rows("principles", { _ in principles }) { part in
      part("name") { $0.0 }
      part("slug") { $0.0.lowercased() }
      part("criteria") { $0.1 }
    }
    field.rows("levels", { _ in levels }) { part in
      part("name") { $0.0 }
      part("slug") { "level-\($0.0.lowercased())" }
      part("criteria") { $0.1 }
    }
  }
}

extension Criterion: Fielded {
  static func declare(_ field: inout Fields<Criterion>) {
    field("number") { $0.number }
    field("name") { $0.name }
    field("level") { $0.level.rawValue }
    field("how") { $0.how }
    field("pages") { $0.pages }
    field("gap") { $0.gap }
    field("tests") { $0.tests }
    field("conformance") { $0.conformance.rawValue }
    field("clause") { $0.clause }
  }
}
