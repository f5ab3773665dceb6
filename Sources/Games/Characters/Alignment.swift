/// A character's stance: order, balance or chaos.
package enum Alignment: Int, Named {
  case law, neutrality, chaos

  package static let names = ["Law", "Neutrality", "Chaos"]

  private static let adjectives = ["Lawful", "Neutral", "Chaotic"]
  private static let summaries = [
    "Order, honesty and the good of the many come first.",
    "Balance between the two powers; you help others when it does you no harm.",
    "Luck and selfish desire rule; others are means to an end.",
  ]

  /// The adjective: `Lawful`.
  package var adjective: String { Alignment.adjectives[rawValue] }
  /// The secret language that all of one alignment share, named after it.
  package var language: String { adjective }
  package var summary: String { Alignment.summaries[rawValue] }
}
