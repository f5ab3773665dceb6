import Games
import Site

extension Consequence {
  var sentence: String {
    switch self {
    case .adjustmentsCleared: "Ability adjustments are undone."
    case .classChecked(let characterClass):
      "You lose your class, hit points, languages and spell if the new scores don’t suit "
        + "\(characterClass.article)."
    case .classCleared: "Choose a class again."
    case .hitPointsCleared: "Hit points need rolling again."
    case .hitPointsChecked: "Your hit points change with your Constitution."
    case .languagesCleared(let languages):
      "You lose these languages: \(languages.map(\.name).joined(separator: ", "))."
    case .languagesChecked: "You lose languages the new Intelligence doesn’t allow."
    case .spellCleared(let spell): "You lose the spell \(spell.name)."
    case .spellsCleared(let spells):
      "You lose these spells: \(spells.map(\.name).joined(separator: ", "))."
    case .goodsReturned(let items, let gold):
      "Goods your class can’t use are returned for \(gold) gp: "
        + "\(items.map(\.name).joined(separator: ", "))."
    }
  }
}

extension [Consequence] {
  /// All sentences in one text; `nil` for none.
  var sentence: String? { isEmpty ? nil : map(\.sentence).joined(separator: " ") }
}

extension CharacterClass {
  /// The name with its article: `an elf`.
  var article: String { (self == .elf ? "an " : "a ") + name.lowercased() }

  /// Returns a sentence on each score below what the class needs.
  func shortcomings(of scores: AbilityScores) -> [String] {
    unmetRequirements(of: scores).map {
      RuleRefusal.requirementNotMet(self, $0, score: scores[$0.ability]).sentence
    }
  }
}

extension Modifier {
  /// Returns a score's modifier as on a sheet: `+1`, `2-in-6`, `Literate`.
  func text(at score: Int) -> String {
    let value = value(at: score)
    return switch kind {
    case .signed: value.modifierText
    case .inSix: "\(value)-in-6"
    case .count, .target: "\(value)"
    case .flag: value > 0 ? "Yes" : "No"
    case .literacy: Literacy(intelligence: score).name
    }
  }
}

extension Coins {
  /// Returns copper pieces in gold: `12.34 gp`.
  static func text(worth: Int) -> String {
    let (gold, copper) = worth.quotientAndRemainder(dividingBy: Coin.gold.worth)
    guard copper > 0 else { return "\(gold.groupedText) gp" }
    return "\(gold.groupedText).\(copper < 10 ? "0" : "")\(copper) gp"
  }

  /// The purse: `12 gp, 3 sp`; `none` if it is empty.
  var purseText: String {
    let coins = Coin.allCases.filter { self[$0] > 0 }.map {
      "\(self[$0].groupedText) \($0.abbreviation)"
    }
    return coins.isEmpty ? "none" : coins.joined(separator: ", ")
  }
}

extension Alignment {
  static let unknown = "There’s no such alignment. Choose one of the three."
}
