/// A move that a draft may be asked about before it is made.
package enum DraftMove: Hashable, Sendable {
  case rollAbilities
  case reroll(Ability)
  case choose(CharacterClass)
  case lower(Ability)
  case raise(Ability)
  case rollGold
  case buy(Item)
}

/// Something that a move takes away.
package enum Consequence: Hashable, Sendable {
  /// Traded points go back.
  case adjustmentsCleared
  /// The class goes, with all that hangs on it, if the new scores do not meet its requirements.
  case classChecked(CharacterClass)
  case hitPointsCleared
  /// The roll stays, but the new constitution counts.
  case hitPointsChecked
  case languagesCleared([Language])
  /// Languages go if the new intelligence allows fewer.
  case languagesChecked
  case spellCleared(Spell)
  /// Goods that the class may not use, each by itself, and their price in gold pieces.
  case goodsReturned([Item], gold: Int)

  /// One sentence for people.
  package var sentence: String {
    switch self {
    case .adjustmentsCleared: "Ability adjustments are taken back."
    case .classChecked(let characterClass):
      "The class is cleared, with hit points, languages and spell, if the new scores do not meet "
        + "the requirements of \(characterClass.article)."
    case .hitPointsCleared: "Hit points must be rolled again."
    case .hitPointsChecked: "Hit points follow the new Constitution."
    case .languagesCleared(let languages):
      "Chosen languages are cleared: \(languages.map(\.name).joined(separator: ", "))."
    case .languagesChecked: "Languages are cleared that the new Intelligence does not allow."
    case .spellCleared(let spell): "The spell \(spell.name) is cleared."
    case .goodsReturned(let items, let gold):
      "Goods that the class may not use are returned for \(gold) gp: "
        + "\(items.map(\.name).joined(separator: ", "))."
    }
  }
}

extension CharacterDraft {
  /// Why the move would be refused, or `nil` for a move that is allowed.
  package func obstacle(to move: DraftMove) -> RuleRefusal? {
    do {
      switch move {
      case .rollAbilities: return nil
      case .reroll: return abilities.isEmpty ? .stepUnfinished(.abilities, .abilities) : nil
      case .choose(let wish): _ = try choosing(wish)
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

  /// What the move would take away, to be said beforehand; nothing for a move that is refused.
  package func consequences(of move: DraftMove) -> [Consequence] {
    guard obstacle(to: move) == nil else { return [] }
    switch move {
    case .rollAbilities: return rollConsequences(changing: Ability.allCases)
    case .reroll(let ability): return rollConsequences(changing: [ability])
    case .choose(let wish): return (try? choosing(wish)).map { losses(in: $0) } ?? []
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
    // Taking trades back may lower intelligence as well.
    if !languages.isEmpty, abilities.contains(.int) || adjustments[.int] > 0 {
      consequences.append(.languagesChecked)
    }
    return consequences
  }

  /// What is not in the later draft any more.
  private func losses(in later: CharacterDraft) -> [Consequence] {
    var losses: [Consequence] = []
    if !adjustments.isEmpty, later.characterClass != characterClass {
      losses.append(.adjustmentsCleared)
    }
    if hitDieRoll != nil, later.hitDieRoll == nil { losses.append(.hitPointsCleared) }
    let forgotten = languages.filter { !later.languages.contains($0) }
    if !forgotten.isEmpty { losses.append(.languagesCleared(forgotten)) }
    if let spell, later.spell == nil { losses.append(.spellCleared(spell)) }
    let returned = goods.entries.filter { later.goods[$0.item] == 0 }.flatMap {
      Array(repeating: $0.item, count: $0.count)
    }
    if !returned.isEmpty {
      losses.append(.goodsReturned(returned, gold: goods.cost - later.goods.cost))
    }
    return losses
  }
}
