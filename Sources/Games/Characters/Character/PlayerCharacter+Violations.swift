/// A rule that a character breaks, and where.
package struct Violation: Hashable, Sendable {
  package let rule: RuleCode
  /// As the interface for programs names it: `abilityScores.int`.
  package let field: String
  /// One sentence for people.
  package let message: String

  package init(rule: RuleCode, field: String, message: String) {
    self.rule = rule
    self.field = field
    self.message = message
  }

  package init(_ refusal: RuleRefusal, field: String) {
    self.init(rule: refusal.code, field: field, message: refusal.sentence)
  }
}

extension PlayerCharacter {
  /// The most that `violations` lists.
  package static let mostViolations = 50
  /// Gold pieces that anybody can begin with.
  ///
  /// B/X 1981 style rules; see the list of sources.
  package static let startingGold = 30...180

  /// Every rule that the character breaks, the first 50; none for a legal character.
  ///
  /// With the roll of scores, hit die or gold, what came of it is checked exactly. A caster without
  /// a spell is let pass on demand.
  package func violations(allowingNoSpell: Bool = false) -> [Violation] {
    let all =
      textViolations + scoreViolations + adjustmentViolations + hitPointViolations
      + goodsViolations + purseViolations + languageViolations
      + spellViolations(allowingNoSpell: allowingNoSpell)
    return Array(all.prefix(PlayerCharacter.mostViolations))
  }

  private var textViolations: [Violation] {
    var violations: [Violation] = []
    do { _ = try CharacterText.name(name) } catch {
      violations.append(Violation(error, field: "name"))
    }
    do { _ = try CharacterText.title(title) } catch {
      violations.append(Violation(error, field: "title"))
    }
    if level != 1 { violations.append(Violation(.notFirstLevel, field: "level")) }
    return violations
  }

  private var scoreViolations: [Violation] {
    violations(of: scores, field: "abilityScores", isRolled: false)
      + (rolledScores.map { violations(of: $0, field: "rolledScores", isRolled: true) } ?? [])
  }

  private func violations(
    of scores: AbilityScores, field: String, isRolled: Bool
  ) -> [Violation] {
    let unmet = characterClass.unmetRequirements(of: scores)
    return Ability.allCases.flatMap { ability -> [Violation] in
      let score = scores[ability]
      var refusals: [RuleRefusal] = []
      if !(AbilityScores.range ~= score), isRolled || !isRaisedTooFar(ability) {
        refusals.append(.outOfRange(AbilityScores.range, unit: "points of \(ability.name)"))
      }
      refusals += unmet.filter { $0.ability == ability }.map {
        .requirementNotMet(characterClass, $0, score: score)
      }
      return refusals.map { Violation($0, field: "\(field).\(ability.id)") }
    }
  }

  /// A matter of adjustments, not of what dice can show.
  private func isRaisedTooFar(_ ability: Ability) -> Bool {
    guard let rolledScores, AbilityScores.range ~= rolledScores[ability] else { return false }
    return scores[ability] > Adjustments.ceiling
      && characterClass.primeRequisites.contains(ability)
  }

  private var adjustmentViolations: [Violation] {
    guard let rolledScores else { return [] }
    // Beyond these no difference means anything, and huge numbers have none.
    let reckonable = -1_000...1_000
    guard
      Ability.allCases.allSatisfy({
        reckonable ~= rolledScores[$0] && reckonable ~= scores[$0]
      })
    else { return [] }
    let adjustments = Adjustments { scores[$0] - rolledScores[$0] }
    var violations = adjustments.refusals(for: characterClass, rolled: rolledScores).map {
      Violation($0.refusal, field: "abilityScores.\($0.ability.id)")
    }
    if adjustments.freed != 0 {
      violations.append(
        Violation(.unbalanced(freed: adjustments.freed), field: "abilityScores"))
    }
    return violations
  }

  private var hitPointViolations: [Violation] {
    let die = 1...characterClass.hitDie.sides
    let modifier = scores.value(of: .hitPoints)
    if let hitDieRoll {
      guard die ~= hitDieRoll else {
        return [
          Violation(.outOfRange(die, unit: "on the hit die"), field: "hitDieRoll")
        ]
      }
      return hitPointViolations(rolled: hitDieRoll...hitDieRoll, modifier: modifier)
    }
    return hitPointViolations(rolled: die, modifier: modifier)
  }

  private func hitPointViolations(rolled: ClosedRange<Int>, modifier: Int) -> [Violation] {
    let lowest = max(1, rolled.lowerBound + modifier)
    let range = lowest...max(lowest, rolled.upperBound + modifier)
    guard !(range ~= hitPoints) else { return [] }
    return [Violation(.hitPoints(range, found: hitPoints), field: "pcHitPoints")]
  }

  private var goodsViolations: [Violation] {
    goods.entries.flatMap { item, count -> [Violation] in
      var refusals: [RuleRefusal] = []
      if let refusal = characterClass.obstacle(toUsing: item) { refusals.append(refusal) }
      if !(0...Goods.mostOfOne ~= count) { refusals.append(.tooMany(item)) }
      return refusals.map { Violation($0, field: item.wireField) }
    } + (goods.hasNoSpareArmour ? [] : [Violation(.tooMuchArmour, field: "armor")])
  }

  private var purseViolations: [Violation] {
    let wrong = Coin.allCases.filter { !(Coins.range ~= coins[$0]) }
    guard wrong.isEmpty else {
      return wrong.map {
        Violation(
          .outOfRange(Coins.range, unit: $0.name.lowercased()), field: "coins.\($0.id)")
      }
    }
    if let goldRolled {
      guard PlayerCharacter.startingGold ~= goldRolled else {
        return [
          Violation(
            .outOfRange(PlayerCharacter.startingGold, unit: "gold pieces to start with"),
            field: "goldRolled")
        ]
      }
      guard goldRolled % CharacterDraft.goldPerPip == 0 else {
        return [Violation(.goldNotInTens, field: "goldRolled")]
      }
    }
    return wealthViolations
  }

  private var wealthViolations: [Violation] {
    guard goods.entries.allSatisfy({ 0...Goods.mostOfOne ~= $0.count }) else { return [] }
    let worth = coins.worth + goods.cost * Coin.gold.worth
    let gold = goldRolled ?? PlayerCharacter.startingGold.upperBound
    if worth > gold * Coin.gold.worth {
      return [Violation(.tooRich(worth: worth, gold: gold), field: "coins")]
    }
    if goldRolled != nil, worth < gold * Coin.gold.worth {
      return [Violation(.tooPoor(worth: worth, gold: gold), field: "coins")]
    }
    return []
  }

  private var languageViolations: [Violation] {
    characterClass.refusals(of: additionalLanguages, allowed: scores.extraLanguages).map {
      Violation($0, field: "additionalLanguages")
    }
  }

  private func spellViolations(allowingNoSpell: Bool) -> [Violation] {
    let refusal: RuleRefusal? =
      if !characterClass.hasArcaneMagic {
        spells.isEmpty ? nil : .notACaster(characterClass)
      } else if spells.isEmpty {
        allowingNoSpell ? nil : .spellMissing(characterClass)
      } else {
        spells.count > 1 ? .tooManySpells(spells.count) : nil
      }
    return refusal.map { [Violation($0, field: "spells")] } ?? []
  }
}

extension Item {
  /// The key of a character's list that holds it in the interface for programs.
  package var wireField: String {
    switch self {
    case .armour: "armor"
    case .shield: "hasShield"
    case .weapon: "weapons"
    case .ammunition: "ammo"
    case .gear: "gear"
    }
  }
}
