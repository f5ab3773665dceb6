/// The modifiers that ability scores decide in play.
package enum Modifier: Int, Named {
  case melee, openDoors, extraLanguages, brokenSpeech, literacy, magicSaves, armourClass, missile
  case initiative, hitPoints, npcReactions, retainersMax, retainerLoyalty

  /// The meaning of a value.
  package enum Kind: Sendable {
    /// A plus or minus on a roll or a number.
    case signed
    /// A number of chances in six.
    case inSix
    case count
    /// A yes or no, as 1 or 0.
    case flag
    /// The raw value of `Literacy`.
    case literacy
    /// A number that 2d6 must not exceed.
    case target
  }

  package static let names = records.map(\.name)

  package var ability: Ability { Modifier.records[rawValue].ability }
  package var kind: Kind { Modifier.records[rawValue].kind }
  /// A sentence on its effect in play.
  package var summary: String { Modifier.records[rawValue].summary }

  /// Returns the value for a score; one beyond `3...18` counts as the nearest of them.
  package func value(at score: Int) -> Int {
    let range = AbilityScores.range
    return Modifier.records[rawValue].values[score.clamped(to: range) - range.lowerBound]
  }
}
