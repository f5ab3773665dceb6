/// The speed of a character.
package struct Movement: Hashable, Sendable {
  /// The feet in a turn of ten minutes while exploring; 0 for a character carrying too much.
  package let base: Int

  /// The feet in a round.
  package var encounter: Int { base / 3 }
  /// The miles in a day.
  package var overlandMiles: Int { base / 5 }
}

/// The rules for how a load slows its bearer.
///
/// B/X 1981; see `docs/sources.md`.
package enum Load {
  /// The heaviest load with which a character can still move, in coins of a tenth of a pound.
  package static let most = 1_600
  /// The weight in coins of any amount of adventuring gear.
  package static let gearWeight = 80

  /// A row of the detailed rule.
  package struct Step: Hashable, Sendable {
    /// The heaviest load of the row, in coins.
    package let upTo: Int
    package let movement: Movement

    init(_ upTo: Int, _ base: Int) {
      self.upTo = upTo
      movement = Movement(base: base)
    }
  }

  /// The rows, lightest first.
  package static let steps = [Step(400, 120), Step(600, 90), Step(800, 60), Step(1_600, 30)]

  /// A row of the basic rule, which asks for armour and whether treasure is carried.
  package struct BasicStep: Hashable, Sendable {
    package let burden: Armour.Burden
    package let withoutTreasure: Movement
    package let withTreasure: Movement
  }

  /// The rows in the order of the burdens.
  package static let basicSteps = [
    BasicStep(
      burden: .unarmoured, withoutTreasure: Movement(base: 120), withTreasure: Movement(base: 90)),
    BasicStep(
      burden: .light, withoutTreasure: Movement(base: 90), withTreasure: Movement(base: 60)),
    BasicStep(
      burden: .heavy, withoutTreasure: Movement(base: 60), withTreasure: Movement(base: 30)),
  ]

  package static func movement(weight: Int) -> Movement {
    steps.first { weight <= $0.upTo }?.movement ?? Movement(base: 0)
  }

  package static func basicStep(armour: Armour?) -> BasicStep {
    basicSteps[(armour?.record.burden ?? .unarmoured).rawValue]
  }
}
