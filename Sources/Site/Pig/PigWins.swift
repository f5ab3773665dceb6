import Games

/// The numbers of games that each player has won in the session.
struct PigWins: Equatable {
  /// The wins of the people in both seats.
  private(set) var first = 0, second = 0
  private(set) var computer = 0

  mutating func count(_ winner: Seat, _ opponent: Opponent) {
    switch (winner, opponent) {
    case (.first, _): first += 1
    case (.second, .person): second += 1
    case (.second, .computer): computer += 1
    }
  }

  /// Swaps the wins along with the players' names.
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
      // No session gets that far, and counting on must not overflow.
      [first, second, computer].allSatisfy({ 0..<1 << 40 ~= $0 })
    else { return nil }
    self.first = first
    self.second = second
    self.computer = computer
  }
}
