/// Suits of armour; a shield is a thing of its own, as it is worn with them.
package enum Armour: Int, Labelled {
  case leather, chainmail, plateMail

  /// How it slows its wearer when only treasure is weighed.
  package enum Burden: Int, Sendable {
    case unarmoured, light, heavy
  }

  package static let labels = records.map(\.label)

  /// In the order of the raw values.
  ///
  /// B/X 1981 style rules; see the list of sources.
  package static let records = [
    ArmourRecord(
      "leather", "Leather", cost: 20, weight: 200, descending: 7, .light,
      "Hardened hide; light and cheap."),
    ArmourRecord(
      "chainmail", "Chainmail", cost: 40, weight: 400, descending: 5, .heavy,
      "A shirt of linked rings over padding."),
    ArmourRecord(
      "plateMail", "Plate mail", cost: 60, weight: 500, descending: 3, .heavy,
      "Shaped plates over the whole body; the best there is."),
  ]

  /// Descending armour class without any.
  package static let unarmoured = 9

  package var record: ArmourRecord { Armour.records[rawValue] }
}

/// A row of the table of armour.
package struct ArmourRecord: Sendable {
  let label: Label
  /// Gold pieces.
  package let cost: Int
  /// In coins, ten to the pound.
  package let weight: Int
  /// Descending armour class.
  package let descending: Int
  package let burden: Armour.Burden
  /// One sentence.
  package let text: String

  init(
    _ id: String, _ name: String, cost: Int, weight: Int, descending: Int,
    _ burden: Armour.Burden, _ text: String
  ) {
    label = Label(id, name)
    self.cost = cost
    self.weight = weight
    self.descending = descending
    self.burden = burden
    self.text = text
  }

  package var ascending: Int { AttackMatrix.ascendingBase - descending }
}

/// The one kind of shield.
///
/// B/X 1981 style rules; see the list of sources.
package enum Shield {
  static let label = Label("shield", "Shield")
  /// Gold pieces.
  package static let cost = 10
  /// In coins, ten to the pound.
  package static let weight = 100
  /// How much it betters armour class.
  package static let bonus = 1
  package static let text = "Carried on one arm; improves armour class by 1."
}
