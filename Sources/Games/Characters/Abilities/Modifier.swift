/// What ability scores decide in play.
package enum Modifier: Int, Labelled {
  case melee, openDoors, extraLanguages, brokenSpeech, literacy, magicSaves, armourClass, missile
  case initiative, hitPoints, npcReactions, retainersMax, retainerLoyalty

  /// How a value is to be read.
  package enum Kind: Sendable {
    /// A plus or minus on a roll or a number.
    case signed
    /// So many faces of a six-sided die succeed.
    case inSix
    case count
    /// 0 or 1.
    case flag
    /// The raw value of `Literacy`.
    case literacy
    /// A number that 2d6 must not exceed.
    case target
  }

  package static let labels = records.map(\.label)

  package var ability: Ability { Modifier.records[rawValue].ability }
  package var kind: Kind { Modifier.records[rawValue].kind }
  /// One sentence on what it does in play.
  package var summary: String { Modifier.records[rawValue].summary }

  /// The value that a score gives; scores beyond 3...18 count as the nearest of them.
  package func value(at score: Int) -> Int {
    let range = AbilityScores.range
    let index = min(max(score, range.lowerBound), range.upperBound) - range.lowerBound
    return Modifier.records[rawValue].values[index]
  }

  /// As people write the value: `+1`, `2-in-6`, `Literate`.
  package func text(at score: Int) -> String {
    let value = value(at: score)
    return switch kind {
    case .signed: Modifier.signed(value)
    case .inSix: "\(value)-in-6"
    case .count, .target: "\(value)"
    case .flag: value > 0 ? "Yes" : "No"
    case .literacy: Literacy(intelligence: score).name
    }
  }

  /// With a plus or a true minus sign; `0` has none.
  package static func signed(_ value: Int) -> String {
    value > 0 ? "+\(value)" : value < 0 ? "\u{2212}\(value.magnitude)" : "0"
  }

  /// With a true minus sign, but no plus.
  package static func plain(_ value: Int) -> String {
    value < 0 ? signed(value) : "\(value)"
  }

  /// The pairs of `modType` and ability that the interface for programs lists.
  ///
  /// It has one name, `spokenLanguage`, for extra languages and broken speech.
  package static let wirePairs: [(modType: String, ability: Ability)] = [
    ("melee", .str), ("openDoors", .str), ("armorClass", .dex), ("missile", .dex),
    ("initiative", .dex), ("hitPoints", .con), ("spokenLanguage", .int), ("literacy", .int),
    ("magicSaves", .wis), ("npcReaction", .cha), ("retainerMax", .cha), ("retainerLoyalty", .cha),
  ]
}
