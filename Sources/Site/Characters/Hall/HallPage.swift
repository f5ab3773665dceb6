import Mustache

/// The character hall: the doors to making, keeping and sharing characters.
struct HallPage: Page {
  static let templates = ["characters/hall"]
  let title = "Characters – Dicehall"
  let description =
    "Make a first-level character for old-school play, keep it here, share it, print its sheet."
  let section: Section? = .characters
  let setback: Setback?

  static func declare(_ field: inout Fields<HallPage>) {
    field("notice") { $0.setback?.sentence }
  }
}
