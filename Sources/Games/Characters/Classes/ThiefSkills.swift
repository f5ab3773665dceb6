/// A thief's skill.
package enum ThiefSkill: Int, Named {
  case climb, traps, hear, hide, silent, locks, pockets

  package static let names = [
    "Climb sheer surfaces", "Find or remove treasure traps", "Hear noise", "Hide in shadows",
    "Move silently", "Open locks", "Pick pockets",
  ]

  private static let summaries = [
    "Rolled every 100 feet of a sheer wall; a failure is a fall.",
    "On a treasure or a lock; each try takes a turn.",
    "At a door or in a passage; rolled on a six-sided die in place of the usual chance.",
    "While standing still in the shade.",
    "To pass unheard.",
    "With thieves’ tools; each lock can be tried once a level.",
    "From victims up to fifth level; a roll of more than twice the chance is noticed.",
  ]

  package var summary: String { ThiefSkill.summaries[rawValue] }
  /// Whether chances are in six; others are percentages.
  package var isInSix: Bool { self == .hear }
}

/// The skills of a thief at a level.
package struct ThiefSkills: Hashable, Sendable {
  /// The level, `1...14`.
  package let level: Int
  /// The chances in the order of `ThiefSkill`.
  private let chances: [Int]

  private init(_ level: Int, _ chances: Int...) {
    self.level = level
    self.chances = chances
  }

  /// The chance in percent, or in six for `.hear`.
  package subscript(skill: ThiefSkill) -> Int { chances[skill.rawValue] }

  /// Returns the chance as text: `87%` or `2-in-6`.
  package func text(_ skill: ThiefSkill) -> String {
    skill.isInSix ? "\(self[skill])-in-6" : "\(self[skill])%"
  }

  /// Climb, traps, hear, hide, silent, locks, pockets, by level.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let table = [
    ThiefSkills(1, 87, 10, 2, 10, 20, 15, 20),
    ThiefSkills(2, 88, 15, 2, 15, 25, 20, 25),
    ThiefSkills(3, 89, 20, 3, 20, 30, 25, 30),
    ThiefSkills(4, 90, 25, 3, 25, 35, 30, 35),
    ThiefSkills(5, 91, 30, 3, 30, 40, 35, 40),
    ThiefSkills(6, 92, 40, 3, 36, 45, 45, 45),
    ThiefSkills(7, 93, 50, 4, 45, 55, 55, 55),
    ThiefSkills(8, 94, 60, 4, 55, 65, 65, 65),
    ThiefSkills(9, 95, 70, 4, 65, 75, 75, 75),
    ThiefSkills(10, 96, 80, 4, 75, 85, 85, 85),
    ThiefSkills(11, 97, 90, 5, 85, 95, 95, 95),
    ThiefSkills(12, 98, 95, 5, 90, 96, 96, 105),
    ThiefSkills(13, 99, 97, 5, 95, 98, 97, 115),
    ThiefSkills(14, 99, 99, 5, 99, 99, 99, 125),
  ]
}
