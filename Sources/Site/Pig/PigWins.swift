import Games

/// How many games of the session each player has won.
struct PigWins: Equatable {
  /// Of the people in both seats.
  private(set) var first = 0, second = 0
  private(set) var computer = 0

  mutating func count(_ winner: Seat, _ opponent: Opponent) {
    switch (winner, opponent) {
    case (.first, _): first += 1
    case (.second, .person): second += 1
    case (.second, .computer): computer += 1
    }
  }

  /// The players have swapped their names, and with them their wins.
  mutating func swap() { (first, second) = (second, first) }
}

extension PigWins: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, first)
    packer.put(2, second)
    packer.put(3, computer)
  }

  init?(_ fields: PackedFields) {
    guard let first = fields.number(1), let second = fields.number(2),
      let computer = fields.number(3),
      // No session gets that far; counting on from there must not overflow.
      [first, second, computer].allSatisfy({ 0..<1 << 40 ~= $0 })
    else { return nil }
    self.first = first
    self.second = second
    self.computer = computer
  }
}
