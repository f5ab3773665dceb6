/// What ability scores decide in play.
package enum Modifier: Int, Named {
  case melee, openDoors, extraLanguages, brokenSpeech, literacy, magicSaves, armourClass, missile
  case initiative, hitPoints, npcReactions, retainersMax, retainerLoyalty

  /// How to read a value.
  package enum Kind: Sendable {
    /// A plus or minus on a roll or a number.
    case signed
    /// So many chances in six.
    case inSix
    case count
    /// 0 or 1.
    case flag
    /// The raw value of `Literacy`.
    case literacy
    /// A number that 2d6 must not exceed.
    case target
  }

  package static let names = records.map(\.name)

  package var ability: Ability { Modifier.records[rawValue].ability }
  package var kind: Kind { Modifier.records[rawValue].kind }
  /// One sentence on what it does in play.
  package var summary: String { Modifier.records[rawValue].summary }

  /// The value a score gives; one beyond `3...18` counts as the nearest of them.
  package func value(at score: Int) -> Int {
    let range = AbilityScores.range
    let index = min(max(score, range.lowerBound), range.upperBound) - range.lowerBound
    return Modifier.records[rawValue].values[index]
  }
}
