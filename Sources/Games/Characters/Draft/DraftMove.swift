/// A move whose consequences a page can show before it is made.
package enum DraftMove: Hashable, Sendable {
  case rollAbilities
  case reroll(Ability)
  case choose(CharacterClass)
  case lower(Ability)
  case raise(Ability)
  case rollGold
  case buy(Item)
}

/// A loss or possible loss caused by a move.
package enum Consequence: Hashable, Sendable {
  /// Traded points are taken back.
  case adjustmentsCleared
  /// The class, and all that depends on it, is lost if the new scores don't meet its requirements.
  case classChecked(CharacterClass)
  /// The class is lost, as the new scores don't meet its requirements.
  case classCleared(CharacterClass)
  case hitPointsCleared
  /// The roll stays, and the new constitution applies.
  case hitPointsChecked
  case languagesCleared([Language])
  /// The last languages are lost if the new intelligence allows fewer.
  case languagesChecked
  case spellCleared(Spell)
  /// The spells after the first one are lost.
  case spellsCleared([ListedSpell])
  /// The things that the class may not use are returned for their price in gold pieces.
  case goodsReturned([Item], gold: Int)
}

extension CharacterDraft {
  /// Returns why the rules would refuse the move; `nil` if they allow it.
  package func obstacle(to move: DraftMove) -> RuleRefusal? {
    do {
      switch move {
      case .rollAbilities: return nil
      case .reroll: return abilities.isEmpty ? .stepUnfinished(.abilities, .abilities) : nil
      case .choose(let choice): _ = try choosing(choice)
      case .lower(let ability): _ = try lowering(ability)
      case .raise(let ability): _ = try raising(ability)
      case .rollGold: try requireGoldRoll()
      case .buy(let item): try requirePurchase(of: item)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Returns the losses that the move would cause; none if the rules refuse it.
  package func consequences(of move: DraftMove) -> [Consequence] {
    guard obstacle(to: move) == nil else { return [] }
    switch move {
    case .rollAbilities: return rollConsequences(changing: Ability.allCases)
    case .reroll(let ability): return rollConsequences(changing: [ability])
    case .choose(let choice): return (try? choosing(choice)).map { losses(in: $0) } ?? []
    case .lower(let ability): return (try? lowering(ability)).map { losses(in: $0) } ?? []
    case .raise(let ability): return (try? raising(ability)).map { losses(in: $0) } ?? []
    case .rollGold, .buy: return []
    }
  }

  private func rollConsequences(changing abilities: [Ability]) -> [Consequence] {
    var consequences: [Consequence] = adjustments.isEmpty ? [] : [.adjustmentsCleared]
    if let characterClass, !characterClass.record.requirements.isEmpty {
      consequences.append(.classChecked(characterClass))
    }
    if hitDieRoll != nil, abilities.contains(.con) { consequences.append(.hitPointsChecked) }
    // Undoing trades may lower intelligence as well.
    if !languages.isEmpty, abilities.contains(.int) || adjustments[.int] > 0 {
      consequences.append(.languagesChecked)
    }
    return consequences
  }

  /// Returns what the later draft no longer has.
  package func losses(in later: CharacterDraft) -> [Consequence] {
    var losses: [Consequence] = []
    let hasOtherClass = later.characterClass != characterClass
    if let characterClass, later.characterClass == nil {
      losses.append(.classCleared(characterClass))
    }
    // Points that were traded back by hand aren't a loss.
    if !adjustments.isEmpty, later.adjustments.isEmpty,
      hasOtherClass || later.abilities != abilities
    {
      losses.append(.adjustmentsCleared)
    }
    if hitPoints != nil, later.hitPoints == nil { losses.append(.hitPointsCleared) }
    let forgotten = languages.filter { !later.languages.contains($0) }
    if !forgotten.isEmpty { losses.append(.languagesCleared(forgotten)) }
    if let spell, later.spell == nil { losses.append(.spellCleared(spell)) }
    let torn = furtherSpells.filter { !later.book.contains($0) }
    if !torn.isEmpty, hasOtherClass || later.level < level { losses.append(.spellsCleared(torn)) }
    let returned = goods.entries.filter { later.goods[$0.item] < $0.count }.flatMap {
      Array(repeating: $0.item, count: $0.count)
    }
    if hasOtherClass, !returned.isEmpty {
      losses.append(.goodsReturned(returned, gold: goods.cost - later.goods.cost))
    }
    return losses
  }
}
