/// A change that a game master makes to a character at a table.
package enum TableTurn: Hashable, Sendable {
  /// The hit points lost, or healed.
  case hurt(Int)
  case healed(Int)
  /// Adds a condition in free words.
  case suffering(String)
  /// Removes a condition by its words.
  case rid(String)
}

extension PlayerCharacter {
  /// Makes a game master's change.
  /// - Throws: `RuleRefusal` as the owner's own moves do.
  package func taking(_ turn: TableTurn) throws(RuleRefusal) -> PlayerCharacter {
    switch turn {
    case .hurt(let points): try hurt(by: points)
    case .healed(let points): try healed(by: points)
    case .suffering(let condition): try suffering(condition)
    case .rid(let condition):
      record.conditions.firstIndex(of: condition).map(rid(ofConditionAt:)) ?? self
    }
  }
}
