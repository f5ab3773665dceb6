/// A rule that a character breaks, and the part that breaks it.
package struct BrokenRule: Hashable, Sendable {
  /// The part of a character that breaks a rule.
  package enum Part: Hashable, Sendable {
    case text(CharacterText)
    case level, scores, hitPoints, hitDieRoll, goods, coins, goldRolled, languages, spells
    case experience, hitDieRolls, damage, conditions, higherSpells, prepared, shotsUsed
    case piecesUsed, inHand, clock, otherThings
    /// The score after adjustment.
    case score(Ability)
    case rolledScore(Ability)
    case item(Item)
    case coin(Coin)
  }

  package let refusal: RuleRefusal
  package let part: Part

  init(_ refusal: RuleRefusal, _ part: Part) {
    self.refusal = refusal
    self.part = part
  }
}

extension PlayerCharacter {
  /// The gold pieces that a character can start with.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let startingGold = 30...180

  /// Returns every rule that the character breaks; none for a legal character.
  ///
  /// If the rolls of scores, hit die or gold are known, their results are checked exactly. With
  /// `allowingNoSpell`, a caster may lack a spell.
  package func brokenRules(allowingNoSpell: Bool = false) -> [BrokenRule] {
    let rank = play == nil && level != 1 ? [BrokenRule(.notFirstLevel, .level)] : []
    let origins =
      brokenTexts + rank + brokenScores + brokenAdjustments + brokenHitPoints + brokenGoods
      + brokenPurse + brokenLanguages
    guard let play else { return origins + brokenSpells(allowingNoSpell: allowingNoSpell) }
    return origins + brokenRules(of: play)
  }

  /// Every rule that its texts and languages break.
  package var brokenDetails: [BrokenRule] { brokenTexts + brokenLanguages }

  private var brokenTexts: [BrokenRule] {
    CharacterText.single.compactMap { text, part in text.brokenRule(self[keyPath: part]) }
  }

  private var brokenLanguages: [BrokenRule] {
    characterClass.refusals(of: additionalLanguages, allowed: scores.extraLanguages).map {
      BrokenRule($0, .languages)
    }
  }

  private var brokenScores: [BrokenRule] {
    brokenRules(of: scores, isRolled: false)
      + (rolledScores.map { brokenRules(of: $0, isRolled: true) } ?? [])
  }

  private func brokenRules(of scores: AbilityScores, isRolled: Bool) -> [BrokenRule] {
    let unmet = characterClass.unmetRequirements(of: scores)
    return Ability.allCases.flatMap { ability -> [BrokenRule] in
      let score = scores[ability]
      var refusals: [RuleRefusal] = []
      if !(AbilityScores.range ~= score), isRolled || !isRaisedTooFar(ability) {
        refusals.append(.outOfRange(AbilityScores.range, of: .score(ability)))
      }
      refusals += unmet.filter { $0.ability == ability }.map {
        .requirementNotMet(characterClass, $0, score: score)
      }
      return refusals.map { BrokenRule($0, isRolled ? .rolledScore(ability) : .score(ability)) }
    }
  }

  /// Returns whether adjustments, rather than dice, are to blame.
  private func isRaisedTooFar(_ ability: Ability) -> Bool {
    guard let rolledScores, AbilityScores.range ~= rolledScores[ability] else { return false }
    return scores[ability] > Adjustments.ceiling
      && characterClass.primeRequisites.contains(ability)
  }

  private var brokenAdjustments: [BrokenRule] {
    guard let rolledScores else { return [] }
    // Differences of huge numbers would overflow and mean nothing.
    let sane = -1_000...1_000
    guard Ability.allCases.allSatisfy({ sane ~= rolledScores[$0] && sane ~= scores[$0] }) else {
      return []
    }
    let adjustments = Adjustments { scores[$0] - rolledScores[$0] }
    let rules = adjustments.refusals(for: characterClass, rolled: rolledScores).map {
      BrokenRule($0.refusal, .score($0.ability))
    }
    let freed = adjustments.freed
    return freed == 0 ? rules : rules + [BrokenRule(.unbalanced(freed: freed), .scores)]
  }

  private var brokenHitPoints: [BrokenRule] {
    let highest = characterClass.hitDie.sides
    let die = (options.contains(.fullHitPoints) ? highest : 1)...highest
    if let hitDieRoll, !(die ~= hitDieRoll) {
      return [BrokenRule(.outOfRange(die, of: .hitDie), .hitDieRoll)]
    }
    let rolled = hitDieRoll.map { $0...$0 } ?? die
    let modifier = scores.value(of: .hitPoints)
    let lowest = max(1, rolled.lowerBound + modifier)
    let gains = gains
    let range = lowest + gains...max(lowest, rolled.upperBound + modifier) + gains
    guard !(range ~= hitPoints) else { return [] }
    return [BrokenRule(.hitPoints(range, found: hitPoints), .hitPoints)]
  }

  private var brokenGoods: [BrokenRule] {
    belongings.entries.flatMap { item, count -> [BrokenRule] in
      var refusals: [RuleRefusal] = []
      if let refusal = characterClass.obstacle(toUsing: item) { refusals.append(refusal) }
      if !(0...Goods.mostOfOne ~= count) { refusals.append(.tooMany(item)) }
      return refusals.map { BrokenRule($0, .item(item)) }
    } + (goods.hasNoSpareArmour ? [] : [BrokenRule(.tooMuchArmour, .goods)])
  }

  private var brokenPurse: [BrokenRule] {
    let range = play == nil ? Coins.range : Coins.rangeInPlay
    let wrong = Coin.allCases.filter { !(range ~= coins[$0]) }
    guard wrong.isEmpty else {
      return wrong.map { BrokenRule(.outOfRange(range, of: .coins($0)), .coin($0)) }
    }
    if let goldRolled {
      let gold = PlayerCharacter.startingGold
      guard gold ~= goldRolled else {
        return [BrokenRule(.outOfRange(gold, of: .startingGold), .goldRolled)]
      }
      guard goldRolled % CharacterDraft.goldPerPip == 0 else {
        return [BrokenRule(.goldNotInTens, .goldRolled)]
      }
    }
    return play == nil ? brokenWealth : []
  }

  private var brokenWealth: [BrokenRule] {
    guard goods.entries.allSatisfy({ 0...Goods.mostOfOne ~= $0.count }) else { return [] }
    let worth = coins.worth + goods.cost * Coin.gold.worth
    let gold = goldRolled ?? PlayerCharacter.startingGold.upperBound
    if worth > gold * Coin.gold.worth {
      return [BrokenRule(.tooRich(worth: worth, gold: gold), .coins)]
    }
    if goldRolled != nil, worth < gold * Coin.gold.worth {
      return [BrokenRule(.tooPoor(worth: worth, gold: gold), .coins)]
    }
    return []
  }

  private func brokenSpells(allowingNoSpell: Bool) -> [BrokenRule] {
    let refusal: RuleRefusal? =
      if !characterClass.hasArcaneMagic {
        spells.isEmpty ? nil : .notACaster(characterClass)
      } else if spells.isEmpty {
        allowingNoSpell ? nil : .spellMissing(characterClass)
      } else {
        spells.count > 1 ? .tooManySpells(spells.count) : nil
      }
    return refusal.map { [BrokenRule($0, .spells)] } ?? []
  }
}
