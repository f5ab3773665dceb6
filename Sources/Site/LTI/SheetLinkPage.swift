import Mustache

/// Leads from a frame to a lesson sheet, which is read and printed in a tab of its own.
struct SheetLinkPage: Page {
  static let templates = ["lti/sheet"]
  var title: String { "\(sheet.name) – Dicehall" }
  var description: String { sheet.summary }
  let section: Section? = nil
  let isUnlisted = true
  let sheet: LessonSheet

  static func declare(_ field: inout Fields<SheetLinkPage>) {
    field("name") { $0.sheet.name }
    field("summary") { $0.sheet.summary }
    field("path") { $0.sheet.path }
  }
}
