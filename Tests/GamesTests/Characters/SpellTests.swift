import Testing

@testable import Games

@Suite struct SpellTests {
  @Test func `spells have their ranges and durations`() {
    func lines(_ records: [SpellRecord]) -> [String] {
      records.map { "\($0.range); \($0.duration)\($0.isReversible ? "; reversible" : "")" }
    }
    #expect(
      lines(Spell.records) == [
        "120 ft; indefinite; further saves by INT", "60 ft; 2 turns", "6 ft; 6 turns",
        "10 ft; 2d6 turns", "120 ft; 6 turns + 1 per level; reversible", "150 ft; 1 turn",
        "caster; 6 turns", "caster; 2 turns", "caster; 1 turn", "caster; 2 turns",
        "240 ft; 4d4 turns", "60 ft; 2 turns",
      ])
    #expect(
      lines(Prayer.records) == [
        "touch; instant; reversible", "120 ft; 6 turns", "60 ft; 2 turns",
        "120 ft; 12 turns; reversible", "caster; 12 turns", "10 ft; permanent",
        "touch; 2 turns; reversible", "30 ft; 6 turns",
      ])
  }
}
