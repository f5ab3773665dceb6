/// A way of making characters that a table may agree on before rolling; all are off by default.
///
/// Maximum hit points are from B/X 1981; see `docs/sources.md`. The others are house rules.
package enum CreationOption: Int, Named {
  /// Roll four dice for each ability and drop the lowest.
  case fourDice
  /// The six totals may be given to any abilities.
  case arranged
  /// The first hit die counts as its highest face.
  case fullHitPoints
  /// Only the ascending armour class and what goes with it are shown.
  case ascendingOnly

  package static let names = [
    "4d6, drop the lowest", "Arrange as you like", "Maximum hit points at level 1",
    "Ascending armour class only",
  ]
}

extension CharacterDraft {
  /// Returns the draft with other options for the dice still to be rolled.
  ///
  /// The options must match what was rolled, so a draft with rolls can't change the number of dice
  /// or whether scores may be arranged.
  /// - Throws: `RuleRefusal.optionNeedsRoll`.
  package func choosing(_ choice: Set<CreationOption>) throws(RuleRefusal) -> CharacterDraft {
    guard choice != options, !abilities.isEmpty else { return withOptions(choice) }
    let changed = choice.symmetricDifference(options)
    if changed.contains(.fourDice) { throw .optionNeedsRoll(.fourDice) }
    if options.contains(.arranged), changed.contains(.arranged) {
      throw .optionNeedsRoll(.arranged)
    }
    return withOptions(choice)
  }

  /// Assigns one of the six rolls to each ability by its total.
  ///
  /// Traded points are taken back, and a class whose requirements fail is lost.
  /// - Throws: `RuleRefusal.stepUnfinished` before all six were rolled, `.notArranged`, or
  ///   `.notAmongRolls` with the first ability for which there is no such roll left.
  package func arranging(_ total: (Ability) -> Int) throws(RuleRefusal) -> CharacterDraft {
    guard !abilities.isEmpty else { throw .stepUnfinished(.abilities, .abilities) }
    guard options.contains(.arranged) else { throw .notArranged }
    var left = abilities
    var draft = self
    for ability in Ability.allCases {
      let wanted = total(ability)
      // If nothing is to change, the dice stay with their ability.
      let own = left.firstIndex { $0 == abilities[ability.rawValue] && $0.dice.total == wanted }
      guard let place = own ?? left.firstIndex(where: { $0.dice.total == wanted }) else {
        let rolled = abilities.count { $0.dice.total == wanted }
        throw .notAmongRolls(ability, total: wanted, rolled: rolled)
      }
      draft.abilities[ability.rawValue] = left.remove(at: place)
    }
    return draft.abilities == abilities ? self : draft.withChangedRolls()
  }

  /// Returns the draft with these options, and hit points that follow them.
  func withOptions(_ choice: Set<CreationOption>) -> CharacterDraft {
    var draft = self
    draft.options = choice
    guard choice.contains(.fullHitPoints) != options.contains(.fullHitPoints) else { return draft }
    return draft.withoutHitDice()
  }
}
