/// What a character stands for.
package enum Alignment: Int, Labelled {
  case law, neutrality, chaos

  package static let labels = [
    Label("law", "Law"), Label("neutrality", "Neutrality"), Label("chaos", "Chaos"),
  ]

  private static let adjectives = ["Lawful", "Neutral", "Chaotic"]
  private static let summaries = [
    "Order, honesty and the good of the many come first.",
    "Balance between the two powers; helps others when it does no harm to oneself.",
    "Chance and selfish desire rule; others are means to an end.",
  ]

  /// `Lawful`; the secret tongue is called the same.
  package var adjective: String { Alignment.adjectives[rawValue] }
  /// Signs and code words that all of one alignment share.
  package var tongue: String { adjective }
  package var summary: String { Alignment.summaries[rawValue] }
}
