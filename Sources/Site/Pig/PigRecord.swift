import Games

/// A game of the session that was won or left: how it stood at its end, and its log.
///
/// The log stays packed until somebody reads it.
struct PigRecord: Equatable {
  /// Counted from 1 through all of the session.
  let number: Int
  /// As the game stood at its end.
  let game: PigGame
  private let packed: [UInt8]

  init(number: Int, game: PigGame, log: PigLog) {
    self.number = number
    self.game = game
    var packer = Packer()
    log.pack(into: &packer)
    packed = packer.bytes
  }

  /// - Returns: `nil` where it is damaged.
  var log: PigLog? { PackedFields(packed[...]).flatMap(PigLog.init) }

  /// In bytes, nearly: with the names at its end.
  var size: Int { packed.count + game.first.name.utf8.count + game.second.name.utf8.count + 40 }
}

extension PigRecord: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, number)
    packer.put(2, game)
    packer.put(3, packed)
  }

  init?(_ fields: PackedFields) {
    guard let number = fields.number(1), let games: [PigGame] = fields.values(2),
      let game = games.first, let packed = fields.bytes(3)
    else { return nil }
    self.number = number
    self.game = game
    self.packed = Array(packed)
  }
}
