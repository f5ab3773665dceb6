import Testing

@testable import Games

@Suite struct AnimalTests {
  /// Name, cost, hit dice, hit points, morale, feet a turn, miles a day, coins at full speed and at
  /// half.
  private static let rows = [
    ("Mule", 30, 2, 9, 8, 120, 24, 2_000, 4_000),
    ("Draft horse", 40, 3, 13, 6, 90, 18, 4_500, 9_000),
    ("Riding horse", 75, 2, 9, 7, 240, 48, 3_000, 6_000),
    ("War horse", 250, 3, 13, 9, 120, 24, 4_000, 8_000),
  ]

  @Test func `the table of animals has what the rules have`() {
    #expect(Animal.allCases.count == AnimalTests.rows.count)
    for (animal, row) in zip(Animal.allCases, AnimalTests.rows) {
      let record = animal.record
      #expect(record.name == row.0)
      #expect(record.cost == row.1)
      #expect(record.hitDice == row.2)
      #expect(record.hitPoints == row.3)
      #expect(record.morale == row.4)
      #expect(record.movement.base == row.5)
      #expect(record.movement.overlandMiles == row.6)
      #expect(record.unladen == row.7)
      #expect(record.most == row.8)
    }
    #expect(AnimalRecord.armourClass == 7)
  }

  /// Animal, coins, feet a turn, feet a round and miles a day.
  @Test(arguments: [
    (Animal.mule, 0, 120, 40, 24), (.mule, 2_000, 120, 40, 24), (.mule, 2_001, 60, 20, 12),
    (.mule, 4_000, 60, 20, 12), (.mule, 4_001, 0, 0, 0), (.draftHorse, 4_500, 90, 30, 18),
    (.draftHorse, 4_501, 45, 15, 9), (.draftHorse, 9_001, 0, 0, 0),
    (.ridingHorse, 3_000, 240, 80, 48), (.ridingHorse, 6_000, 120, 40, 24),
    (.warHorse, 4_000, 120, 40, 24), (.warHorse, 8_000, 60, 20, 12), (.warHorse, 8_001, 0, 0, 0),
  ])
  func `a load halves an animal's pace, and too much stops it`(
    animal: Animal, load: Int, base: Int, encounter: Int, miles: Int
  ) {
    let movement = PartyAnimal(animal, load: load).movement
    #expect(movement.base == base)
    #expect(movement.encounter == encounter)
    #expect(movement.overlandMiles == miles)
  }

  @Test func `animals come, are loaded and named, and go`() throws {
    let party = try Party.of(1).adding(.mule).adding(.warHorse)
    let laden = try party.loading(animalAt: 1, with: 4_200, called: " Thunder ")
    #expect(
      laden.animals == [PartyAnimal(.mule), PartyAnimal(.warHorse, name: "Thunder", load: 4_200)])
    #expect(try laden.loading(animalAt: 1, with: 0, called: "  ").animals == party.animals)
    #expect(try laden.removing(animalAt: 0).animals.map(\.name) == ["Thunder"])
    for place in [-1, 2, .max] {
      #expect(refusal { try party.loading(animalAt: place, with: 0, called: "") } == .noSuchAnimal)
      #expect(refusal { try party.removing(animalAt: place) } == .noSuchAnimal)
    }
    for load in [-1, 20_001, .max] {
      #expect(
        refusal { try party.loading(animalAt: 0, with: load, called: "") }
          == .outOfRange(0...20_000, of: .load))
    }
    let long = String(repeating: "x", count: 61)
    #expect(
      refusal { try party.loading(animalAt: 0, with: 0, called: long) } == .name(.tooLong))
    var herd = try Party.of(1)
    for _ in 0..<12 { herd = try herd.adding(.mule) }
    #expect(refusal { try herd.adding(.mule) } == .tooManyAnimals(12))
  }

  @Test func `a party is as fast as its slowest, and as rich as all together`() throws {
    var (hilda, nim) = (try PlayerCharacter.member(1), try PlayerCharacter.member(2))
    hilda.coins = Coins(gold: 500)
    nim.coins[.copper] = 7
    nim = try nim.hurt(by: 3)
    let totals = PartyTotals([hilda, nim])
    #expect(totals.pace == Movement(base: 90))
    #expect(totals.worth == 50_007)
    #expect(totals.coins[.gold] == 500)
    #expect(totals.hitPoints == 16)
    #expect(totals.hitPointsNow == 13)
    let mule = PartyAnimal(.mule, load: 3_000)
    #expect(PartyTotals([hilda, nim], animals: [mule]).pace == Movement(base: 60))
    #expect(PartyTotals([]).pace == nil)
    #expect(PartyTotals([]).worth == 0)
  }
}
