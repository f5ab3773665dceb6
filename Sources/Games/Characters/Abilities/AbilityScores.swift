/// A score for each ability.
package struct AbilityScores: Hashable, Sendable {
  /// The totals of three dice, which the tables cover.
  package static let range = 3...18

  /// The six scores in the order of `Ability`.
  private var scores: [Int]

  package init(str: Int, int: Int, wis: Int, dex: Int, con: Int, cha: Int) {
    scores = [str, int, wis, dex, con, cha]
  }

  /// - Parameter score: asked once for each ability, in order.
  package init(_ score: (Ability) -> Int) {
    scores = Ability.allCases.map(score)
  }

  package subscript(ability: Ability) -> Int {
    get { scores[ability.rawValue] }
    set { scores[ability.rawValue] = newValue }
  }

  /// Returns the modifier for its score; a score beyond the tables counts as the nearest in them.
  package func value(of modifier: Modifier) -> Int {
    modifier.value(at: self[modifier.ability])
  }

  package var literacy: Literacy { Literacy(intelligence: self[.int]) }
  /// Whether the character speaks its native language haltingly.
  package var speaksBrokenly: Bool { value(of: .brokenSpeech) > 0 }
  /// The number of languages that may be learnt besides those of the class.
  package var extraLanguages: Int { value(of: .extraLanguages) }
}
