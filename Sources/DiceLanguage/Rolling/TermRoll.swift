/// Rolls the dice of one term, and applies their modifiers.
struct TermRoll {
  let die: Die
  let cap: Int
  let rerolls: Int
  /// The faces that can still come.
  private var faces: [Int]
  /// The dice in the order of the draws, extra dice after those that brought them.
  private var dice: [RolledDie] = []
  private var counts = false
  /// Whether dice are shown in descending order; `nil` to leave them unsorted.
  ///
  /// Their order matters to modifiers, so sorting waits until the end.
  private var sortsDescending: Bool?

  init(die: Die, cap: Int, rerolls: Int) {
    self.die = die
    self.cap = cap
    self.rerolls = rerolls
    faces = die.faces
  }

  /// The sum, or the number of counted dice minus the failures.
  var value: Int {
    let left = dice.filter { !$0.isDropped }
    guard counts else { return left.reduce(0) { $0 + $1.value } }
    return left.count { $0.history.contains(.counted) }
      - left.count { $0.history.contains(.failed) }
  }

  var shown: [RolledDie] {
    guard let sortsDescending else { return dice }
    return dice.sorted { sortsDescending ? $0.value > $1.value : $0.value < $1.value }
  }

  mutating func roll(_ count: Int, _ chance: inout some Chance) {
    for _ in 0..<count {
      let face = face(&chance)
      dice.append(RolledDie(die: die, value: face, history: [.rolled(face)]))
    }
  }

  mutating func apply(_ modifier: Modifier, _ chance: inout some Chance) {
    switch modifier {
    case .keep(let keep, let number):
      for index in keep.dropped(number, of: left.map { ($0, dice[$0].value) }) {
        dice[index].history.append(.dropped)
      }
    case .explode(let kind, let condition): explode(kind, condition, &chance)
    case .reroll(let kind, let condition):
      for index in left where condition.holds(for: dice[index].value) {
        reroll(index, kind, condition, &chance)
      }
    case .unique: makeUnique(&chance)
    case .atLeast(let least):
      change { $0 < least ? (least, .raised(least)) : nil }
    case .atMost(let most):
      change { $0 > most ? (most, .lowered(most)) : nil }
    case .count(let condition, let failing):
      counts = true
      for index in left {
        let value = dice[index].value
        if condition.holds(for: value) { dice[index].history.append(.counted) }
        if failing?.holds(for: value) == true { dice[index].history.append(.failed) }
      }
    case .sort(let descending): sortsDescending = descending
    }
  }

  /// The dice that aren't dropped.
  private var left: [Int] { dice.indices.filter { !dice[$0].isDropped } }

  private mutating func face(_ chance: inout some Chance) -> Int {
    let place = chance.draw(below: faces.count)
    if case .bag = die { return faces.remove(at: place) }
    return faces[place]
  }

  private mutating func change(_ change: (Int) -> (Int, RolledDie.Event)?) {
    for index in left {
      guard let (value, event) = change(dice[index].value) else { continue }
      dice[index].value = value
      dice[index].history.append(event)
    }
  }

  // MARK: Exploding

  private mutating func explode(
    _ kind: Modifier.Explosion, _ condition: Condition, _ chance: inout some Chance
  ) {
    var result: [RolledDie] = []
    for die in dice {
      result.append(die)
      guard !die.isDropped, condition.holds(for: die.value) else { continue }
      var extras = 0
      var isExploding = true
      while isExploding && extras < (kind == .once ? min(1, cap) : cap) {
        extras += 1
        let face = face(&chance)
        add(face, kind, to: &result)
        isExploding = condition.holds(for: face)
      }
    }
    dice = result
  }

  /// Adds the face to the last die, or as a new die after it.
  private func add(_ face: Int, _ kind: Modifier.Explosion, to dice: inout [RolledDie]) {
    let last = dice.count - 1
    guard kind != .compound else {
      dice[last].value += face
      dice[last].history.append(.compounded(face))
      return
    }
    dice[last].history.append(.exploded)
    var extra = RolledDie(die: die, value: face, history: [.extra, .rolled(face)])
    if kind == .penetrate {
      extra.value -= 1
      extra.history.append(.penetrated)
    }
    dice.append(extra)
  }

  // MARK: Rerolling

  private mutating func reroll(
    _ index: Int, _ kind: Modifier.Reroll, _ condition: Condition, _ chance: inout some Chance
  ) {
    switch kind {
    case .once: rerolled(index, face(&chance))
    case .onceAndAdd:
      let face = face(&chance)
      dice[index].value += face
      dice[index].history.append(.added(face))
    case .untilItStops: reroll(index, while: condition.holds, &chance)
    }
  }

  /// Rerolls every die that equals one before it.
  private mutating func makeUnique(_ chance: inout some Chance) {
    var seen: Set<Int> = []
    for index in left {
      if seen.contains(dice[index].value) {
        reroll(index, while: { seen.contains($0) }, &chance)
      }
      seen.insert(dice[index].value)
    }
  }

  /// Rerolls a die; some face must not be refused.
  private mutating func reroll(
    _ index: Int, while isRefused: (Int) -> Bool, _ chance: inout some Chance
  ) {
    for _ in 0..<rerolls {
      rerolled(index, face(&chance))
      guard isRefused(dice[index].value) else { return }
    }
    let allowed = faces.filter { !isRefused($0) }
    let face = allowed[chance.draw(below: allowed.count)]
    dice[index].value = face
    dice[index].history.append(.settled(face))
  }

  private mutating func rerolled(_ index: Int, _ face: Int) {
    dice[index].value = face
    dice[index].history.append(.rerolled(face))
  }
}
