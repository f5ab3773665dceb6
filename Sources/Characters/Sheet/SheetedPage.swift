import Site

/// A page that shows a sheet, or many characters or rules at once; the steps of the wizard need less.
protocol SheetedPage: Page {}

extension SheetedPage {
  static var sheets: [String] { ["sheets.css"] }
  var guestStylesheets: [String] { Self.sheets }
}
