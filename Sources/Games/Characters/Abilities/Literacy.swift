/// How well the native tongues are read and written.
package enum Literacy: Int, Labelled {
  case illiterate, basic, literate

  package static let labels = [
    Label("illiterate", "Illiterate"), Label("basic", "Basic"), Label("literate", "Literate"),
  ]

  private static let summaries = [
    "Cannot read or write.",
    "Can write simple words, and read them slowly.",
    "Reads and writes the native tongues.",
  ]

  package var summary: String { Literacy.summaries[rawValue] }

  package init(intelligence: Int) {
    self = Literacy(rawValue: Modifier.literacy.value(at: intelligence)) ?? .illiterate
  }
}
