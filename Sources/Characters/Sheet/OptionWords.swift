import Games
import Site

extension Set<CreationOption> {
  /// In the order in which pages list them.
  var inOrder: [CreationOption] { CreationOption.allCases.filter(contains) }

  /// `4d6, drop the lowest; arrange as you like`; `nil` for none.
  var text: String? {
    let names = inOrder.map(\.name)
    guard let first = names.first else { return nil }
    let others = names.dropFirst().map { $0.prefix(1).lowercased() + $0.dropFirst() }
    return ([first] + others).joined(separator: "; ")
  }

  /// Descending and ascending: `7 [12]`; or the latter alone, if that was agreed.
  func armourClassText(descending: Int) -> String {
    let ascending = (AttackMatrix.ascendingBase - descending).signedText
    return contains(.ascendingOnly) ? ascending : "\(descending.signedText) [\(ascending)]"
  }
}

extension CreationOption {
  /// What it changes, in a sentence.
  var summary: String {
    switch self {
    case .fourDice: "Roll four dice for each ability and drop the lowest."
    case .arranged: "Give each of the six totals to whichever ability you like."
    case .fullHitPoints: "Your first hit die gives its maximum; nothing is rolled."
    case .ascendingOnly: "Higher is better, and an attack bonus takes the place of THAC0."
    }
  }
}

extension RecordSheet {
  /// Whether only the ascending armour class is shown.
  var isAscendingOnly: Bool { character.options.contains(.ascendingOnly) }

  /// `4d6, drop the lowest; arrange as you like`; `nil` for none.
  var optionsText: String? { character.options.text }
}
