/// A suit of armour; a shield goes with any of them.
package enum Armour: Int, Named {
  case leather, chainmail, plateMail

  /// The burden of a suit by the basic rule, which weighs only treasure.
  package enum Burden: Int, Sendable {
    case unarmoured, light, heavy
  }

  package static let names = records.map(\.name)

  /// The table in the order of the raw values.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let records = [
    ArmourRecord(
      name: "Leather", cost: 20, weight: 200, descending: 7, burden: .light,
      text: "Hardened hide; light and cheap."),
    ArmourRecord(
      name: "Chainmail", cost: 40, weight: 400, descending: 5, burden: .heavy,
      text: "A shirt of linked rings worn over padding."),
    ArmourRecord(
      name: "Plate mail", cost: 60, weight: 500, descending: 3, burden: .heavy,
      text: "Shaped plates covering the whole body; the best there is."),
  ]

  /// The descending armour class without armour.
  package static let unarmoured = 9

  package var record: ArmourRecord { Armour.records[rawValue] }
}

/// A row of the table of armour.
package struct ArmourRecord: Sendable {
  package let name: String
  /// The price in gold pieces.
  package let cost: Int
  /// The weight in coins, ten to the pound.
  package let weight: Int
  /// The descending armour class.
  package let descending: Int
  package let burden: Armour.Burden
  /// A sentence about it.
  package let text: String

  package var ascending: Int { AttackMatrix.ascendingBase - descending }
}

/// The rules of the one kind of shield.
///
/// B/X 1981; see `docs/sources.md`.
package enum Shield {
  package static let name = "Shield"
  /// The price in gold pieces.
  package static let cost = 10
  /// The weight in coins, ten to the pound.
  package static let weight = 100
  /// The improvement of armour class.
  package static let bonus = 1
  package static let text = "Carried on one arm; improves armour class by 1."
}
