import Games

extension AbilityMinimum {
  /// `Strength 13`, with a blank that does not break.
  var text: String { "\(ability.name)\u{A0}\(score)" }
}

extension ClassRecord {
  /// The lowest scores that will do, or `None`.
  var requirementsText: String {
    requirements.isEmpty ? "None" : requirements.map(\.text).listed()
  }

  var primeRequisitesText: String { primeRequisites.map(\.name).listed() }

  /// Every language that members speak.
  var languagesText: String {
    (["Common", "alignment"] + languages.map(\.name)).joined(separator: ", ")
  }

  /// The kind of magic, and from which level on.
  var magicText: String {
    guard let first = progression.first(where: { $0.spellSlots.contains { $0 > 0 } }) else {
      return "None"
    }
    return "\(hasArcaneMagic ? "Arcane" : "Divine"), from level \(first.level)"
  }

  /// THAC0 with attack bonus, then the saves in order; levels with the same numbers share a row.
  var fightingRows: [ReferenceRow] {
    ReferenceRow.bands(1...progression.count) { level in
      let record = progression[level - 1]
      return [record.attackText] + SavingThrow.allCases.map { "\(record.saves[$0])" }
    }
  }
}

extension LevelRecord {
  /// `17 [+2]`.
  var attackText: String { "\(thac0) [\(attackBonus.modifierText)]" }
}
