/// The ten-minute turns of an adventure, and the lights burning meanwhile.
package struct Clock: Hashable, Sendable {
  /// A kind of light.
  package enum Light: Int, Named {
    case torch, lantern

    package static let names = ["Torch", "Lantern"]

    private var gear: Gear { self == .torch ? .torches : .lantern }

    /// The gear that is used up to light it.
    package var fuel: Gear { self == .torch ? .torches : .oil }

    /// The turns for which it burns.
    package var turns: Int {
      for case .light(_, let turns) in gear.record.uses { return turns }
      preconditionFailure("\(name) gives no light")
    }
  }

  /// A burning light.
  package struct Flame: Hashable, Sendable {
    package let light: Light
    /// The turns left, from 1 to those of the light.
    package var left: Int

    package init(_ light: Light, left: Int? = nil) {
      self.light = light
      self.left = left ?? light.turns
    }
  }

  /// The turns counted in one day.
  package static let range = 0...999
  /// The possible numbers of lights burning at once.
  package static let flameCounts = 0...12
  /// The turns between chances of 1 in 6 that wandering monsters come.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let turnsBetweenMonsters = 2
  /// The turns before one for resting; characters who don't rest are tired until they do.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let turnsBeforeRest = 5

  /// The turns that have passed.
  package var turns = 0
  /// The turns since the last rest, `0...turns`.
  package var sinceRest = 0
  /// The lights, oldest first.
  package var flames: [Flame] = []

  package init() {}

  package var isTired: Bool { sinceRest > Clock.turnsBeforeRest }
  /// The modifier to hit and to damage.
  package var attackModifier: Int { isTired ? -1 : 0 }

  package var callsForMonsters: Bool {
    turns > 0 && turns.isMultiple(of: Clock.turnsBetweenMonsters)
  }
}

extension PlayerCharacter {
  package var clock: Clock { play?.clock ?? Clock() }

  /// Lights a torch, or fills and lights the lantern.
  ///
  /// If several lanterns burn, the emptiest is filled, unless one is dark.
  /// - Throws: `RuleRefusal.notOwned` or `.outOfRange` for the lights.
  package func lighting(_ light: Clock.Light) throws(RuleRefusal) -> PlayerCharacter {
    let lanterns = goods[.gear(.lantern)]
    if light == .lantern, lanterns == 0 { throw .notOwned(.gear(.lantern)) }
    var character = try losing(.gear(light.fuel))
    if light == .lantern { character.putOutLanterns(leaving: lanterns - 1) }
    character.record.clock.flames.append(Clock.Flame(light))
    let counts = Clock.flameCounts
    guard counts ~= character.clock.flames.count else { throw .outOfRange(counts, of: .lights) }
    return character
  }

  /// Puts out the emptiest lanterns until at most `most` burn.
  mutating func putOutLanterns(leaving most: Int) {
    let burning = clock.flames.indices.filter { clock.flames[$0].light == .lantern }
    guard burning.count > most,
      let emptiest = burning.min(by: { clock.flames[$0].left < clock.flames[$1].left })
    else { return }
    record.clock.flames.remove(at: emptiest)
    putOutLanterns(leaving: most)
  }

  /// Passes a turn of ten minutes, and puts out what has burnt down.
  /// - Throws: `RuleRefusal.outOfRange` when no more turns are counted.
  package func passingTurn(isResting: Bool = false) throws(RuleRefusal) -> PlayerCharacter {
    guard Clock.range ~= clock.turns, Clock.range ~= clock.turns + 1 else {
      throw .outOfRange(Clock.range, of: .turns)
    }
    var clock = clock
    clock.turns += 1
    clock.sinceRest = isResting ? 0 : clock.sinceRest + 1
    clock.flames = clock.flames.filter { $0.left > 1 }.map {
      Clock.Flame($0.light, left: $0.left - 1)
    }
    return changed { $0.record.clock = clock }
  }

  /// The rules that the clock breaks.
  var brokenClock: [BrokenRule] {
    let clock = clock
    guard Clock.range ~= clock.turns, 0...clock.turns ~= clock.sinceRest else {
      return [BrokenRule(.outOfRange(Clock.range, of: .turns), .clock)]
    }
    guard Clock.flameCounts ~= clock.flames.count else {
      return [BrokenRule(.outOfRange(Clock.flameCounts, of: .lights), .clock)]
    }
    let item = Item.gear(.lantern)
    guard clock.flames.count(where: { $0.light == .lantern }) <= goods[item] else {
      let found = goods[item]
      return [BrokenRule(found == 0 ? .notOwned(item) : .tooFew(item, found: found), .clock)]
    }
    return clock.flames.filter { !(1...$0.light.turns ~= $0.left) }.map {
      BrokenRule(.outOfRange(1...$0.light.turns, of: .turns), .clock)
    }
  }
}
