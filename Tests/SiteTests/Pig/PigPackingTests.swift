import Games
import Testing
import Visitors

@testable import Site

/// The bytes of a session stay as they are: games that were begun last year go on.
@Suite struct PigPackingTests {
  @Test func `a session that was kept opens and is written as it was`() throws {
    var session = try #require(Session(bytes(PigPackingTests.kept)))
    let table = try #require(session[PigState.self])
    session[PigState.self] = table
    #expect(session.bytes == bytes(PigPackingTests.kept))
    #expect(table.game.first.name == "שרה" && table.game.opponent == .computer(.rollOnce))
    // A start, a swap, a name, an opponent, five rolls, three holds and what followed from the 1.
    #expect(table.log.entries.count == 13)
    #expect(table.log.lastTurn?.dice == [5])
    #expect(table.earlier.first?.log?.entries.count == 14)
  }

  /// A game that Ada won, and one with a swap of names, in which the computer took over.
  private static let kept = """
    6468310a03b101010126023301160101280205010341646103080106d7a9d7a8d794040002190b0507060903426f\
    620a09726f6c6c2d6f6e636507010507050401020501020609726f6c6c2d6f6e6365070104086301010202244164\
    6120776f6e20323020746f203820616761696e737420e281a8d7a9d7a8d794e281a90338011d010128020a010850\
    6c617965722031030a0108506c6179657220320400021708034164610906d7a9d7a8d79405030704040704030507\
    073a01037069670211676f616c3d323026736565643d6b6570740520e08d7c5a26849c5381b5a47372648b6d1a0f\
    616b0fded6f5f8d688dfc826d4ee
    """

  private func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  @Test func `a log that was cut is its first game, its moves and what is missing`() throws {
    var table = PigState()
    var twos = Fixed(faces: [2], sides: 6)
    for _ in 0..<1_100 { try table.roll(using: &twos) }
    var packer = Packer()
    table.log.pack(into: &packer)
    #expect(
      packer.bytes
        == bytes(
          "0125" + "0102c801" + "020a0108506c617965722031" + "030a0108506c617965722032" + "0400"
            + "050104" + "07029003" + "02e807" + String(repeating: "02", count: 1_000) + "0302ca01")
    )
  }

  @Test(
    arguments: [
      ("roll-once", .rollOnce), ("hold-at-20", .holdAt(20)), ("hold-at-1", .holdAt(1)),
      ("hold-at-200", .holdAt(200)), ("four-scoring-turns", .fourScoringTurns),
      ("keep-pace-end-race", .keepPaceEndRace), ("optimal", .optimal),
    ] as [(String, PigStrategy)])
  func `a strategy has a word`(word: String, strategy: PigStrategy) {
    #expect(PigStrategy(word: word) == strategy)
    #expect(strategy.word == word)
  }

  @Test(arguments: [
    "", "Optimal", "hold-at", "hold-at-", "hold-at-0", "hold-at--3", "hold-at-+3", "hold-at-020",
    "hold-at-201", "hold-at-٣", "hold-at-99999999999999999999", "roll-once ",
  ])
  func `any other word is none`(word: String) {
    #expect(PigStrategy(word: word) == nil)
  }
}
