import Games

/// The counts of one expression's totals in a session.
struct DiceTally: Equatable, Packed {
  /// The most counts; if there are more totals, each count covers several neighbours.
  static let countLimit = 500

  let structure: DieStructure
  /// The counts from the lowest total up, `width` totals each; the last may have fewer.
  private(set) var counts: [Int]
  /// The sum of all totals.
  private(set) var sum = 0
  /// The number of totals that share a count.
  let width: Int

  init(of structure: DieStructure) {
    self.structure = structure
    let totals = structure.highest - structure.lowest + 1
    width = (totals + DiceTally.countLimit - 1) / DiceTally.countLimit
    counts = Array(repeating: 0, count: (totals + width - 1) / width)
  }

  var rolls: Int { counts.reduce(0, +) }

  /// - Precondition: the dice can make this total.
  mutating func add(_ total: Int) {
    counts[(total - structure.lowest) / width] += 1
    sum += total
  }

  func totals(of counts: Range<Int>) -> ClosedRange<Int> {
    let first = structure.lowest + counts.lowerBound * width
    return first...min(structure.lowest + counts.upperBound * width - 1, structure.highest)
  }

  func pack(into packer: inout Packer) {
    packer.put(1, structure)
    packer.put(2, counts)
    packer.put(3, sum)
  }

  init?(_ fields: PackedFields) {
    guard let structure: DieStructure = fields.value(1), let counts = fields.numbers(2),
      let sum = fields.number(3)
    else { return nil }
    self.init(of: structure)
    // The limit is far above what anybody rolls, and low enough for all sums.
    guard counts.count == self.counts.count, counts.allSatisfy({ $0 < 1 << 32 }) else { return nil }
    self.counts = counts
    guard rolls * structure.lowest...rolls * structure.highest ~= sum else { return nil }
    self.sum = sum
  }
}
