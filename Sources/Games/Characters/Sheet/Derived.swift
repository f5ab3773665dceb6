/// A number of the record sheet and what it is made of.
package struct Derived: Hashable, Sendable {
  /// A number that goes into another.
  package struct Part: Hashable, Sendable {
    /// What it comes from: `Dexterity 16`.
    package let label: String
    package let amount: Int
    /// The rule, as a phrase: `armour class modifier`.
    package let source: String

    init(_ label: String, _ amount: Int, _ source: String) {
      self.label = label
      self.amount = amount
      self.source = source
    }
  }

  /// The base first, and then what changes it; never empty.
  package let parts: [Part]

  /// Changes of amount 0 are left out.
  init(_ base: Part, _ changes: [Part] = []) {
    parts = [base] + changes.filter { $0.amount != 0 }
  }

  /// The sum of the parts.
  package var value: Int { parts.reduce(0) { $0 + $1.amount } }

  /// `5 Chainmail, −1 Shield`.
  package var text: String {
    parts.enumerated().map { index, part in
      let amount = index == 0 ? Modifier.plain(part.amount) : Modifier.signed(part.amount)
      return "\(amount) \(part.label)"
    }.joined(separator: ", ")
  }
}
