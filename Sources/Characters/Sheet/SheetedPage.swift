import Site

/// A page that shows a sheet, or many characters or rules at once; the steps of the wizard need less.
protocol SheetedPage: Page {}

extension SheetedPage {
  var guestStylesheets: [String] { ["sheets.css"] }
}
