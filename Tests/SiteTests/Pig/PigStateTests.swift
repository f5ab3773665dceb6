import Games
import Testing
import Visitors
import Web

@testable import Site

@Suite struct PigStateTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a table comes back as it was`(seed: UInt64) throws {
    let table = try played(seed: seed, moves: 300)
    let again = try #require(unpacked(table.packed))
    #expect(again == table)
    #expect(!table.earlier.isEmpty)
    #expect(table.earlier.allSatisfy { $0.log != nil })
  }

  @Test func `bytes cut off or garbled are another possible table or none, never a trap`() throws {
    let bytes = try played(seed: 7, moves: 60).packed
    for count in 0..<bytes.count { _ = unpacked(Array(bytes.prefix(count))) }
    var random = SeededGenerator(seed: 11)
    var refused = 0
    for _ in 0..<2_000 {
      var garbled = bytes
      garbled[Int.random(in: garbled.indices, using: &random)] = .random(
        in: 0 ... .max, using: &random)
      guard let table = unpacked(garbled) else {
        refused += 1
        continue
      }
      _ = PigPage(table, problem: nil)
      for number in 0...table.number { _ = table.log(of: number)?.csv }
    }
    #expect(refused > 200)
  }

  @Test(
    arguments: [
      [0], [6, 6, 200], [7], [6, 7, 7], [8, 3, 65], [8, 1, 10], [10, 3, 65, 66, 67], [6, 6, 0, 7],
    ] as [[UInt8]])
  func `moves that can't be played aren't a log`(moves: [UInt8]) throws {
    var packer = Packer()
    packer.put(1, PigState().game)
    packer.put(2, moves)
    let fields = try #require(PackedFields(packer.bytes[...]))
    #expect(PigLog(fields) == nil)
  }

  @Test func `a game under way isn't a starting position`() throws {
    var table = PigState()
    var five = Fixed(faces: [5], sides: 6)
    try table.roll(using: &five)
    var packer = Packer()
    packer.put(1, table.game)
    packer.put(2, [])
    let fields = try #require(PackedFields(packer.bytes[...]))
    #expect(PigLog(fields) == nil)
  }

  @Test func `a thousand events are kept, and the game goes on`() throws {
    var table = PigState()
    var dice = Fixed(faces: [2], sides: 6)
    for _ in 0..<1_100 { try table.roll(using: &dice) }
    #expect(table.log.entries.count == 1_000)
    #expect(table.log.leftOut == 101)
    #expect(table.game.turnTotal == 2_200)
    let again = try #require(unpacked(table.packed))
    #expect(again == table)
    let page = Visitor(session: session(table)).page
    #expect(page.contains("its first 101 events are gone"))
    try table.hold(using: &dice)
    #expect(table.game.winner == .first)
  }

  @Test func `what only follows from a move goes with it`() throws {
    var table = PigState()
    var dice = Fixed(faces: [1], sides: 6)
    for _ in 0..<600 { try table.roll(using: &dice) }
    #expect(table.log.entries.count <= 1_000)
    let first = try #require(table.log.entries.first?.event)
    guard case .rolled = first else {
      Issue.record("begins with \(first)")
      return
    }
    #expect(unpacked(table.packed) == table)
  }

  @Test func `renaming for ever fills no session`() throws {
    var table = PigState()
    var dice = SeededGenerator(seed: 1)
    for round in 0..<200 {
      let name = "\(round) " + String(repeating: "\u{1F469}\u{200D}\u{1F680}", count: 20)
      try table.change(
        first: name, second: "Bob \(round)", computer: round % 2 == 0, strategy: .optimal,
        using: &dice)
    }
    #expect(table.packed.count < 8_000)
    #expect(table.log.leftOut > 100)
    #expect(unpacked(table.packed) == table)
  }

  @Test func `twenty earlier games are kept and the log says how many have gone`() throws {
    var visitor = Visitor()
    for _ in 1...25 {
      visitor.roll(5)
      _ = visitor.post("/pig/new-game")
    }
    let table = try #require(visitor.session[PigState.self])
    #expect(table.earlier.map(\.number) == Array(6...25))
    #expect(table.number == 26 && table.forgotten == 5)
    #expect(visitor.get("/pig/log").text.contains("The oldest games are gone: 5 so far."))
  }

  @Test func `the fullest table stays far below the limit of a file`() throws {
    var table = PigState()
    var dice = Fixed(faces: [2], sides: 6)
    for _ in 0..<21 {
      for _ in 0..<1_000 { try table.roll(using: &dice) }
      try table.startAgain()
    }
    #expect(table.packed.count < 24_000)
    #expect(table.earlier.count == 20 && table.earlier.last?.log?.leftOut == 1)
    #expect(table.number == 22)
  }

  @Test func `a new game where nobody has rolled leaves nothing behind`() throws {
    var visitor = Visitor()
    _ = visitor.post("/pig/new-game")
    _ = visitor.post("/pig/players", "player1=Ada")
    _ = visitor.post("/pig/new-game")
    let table = try #require(visitor.session[PigState.self])
    #expect(table.earlier.isEmpty && table.number == 1)
    #expect(table.log.entries.map(\.event) == [table.game.start])
    #expect(table.game.first.name == "Ada")
  }

  /// Plays whatever chance says: moves, wishes, and new games.
  private func played(seed: UInt64, moves: Int) throws -> PigState {
    var random = SeededGenerator(seed: seed)
    var table = PigState()
    for move in 0..<moves {
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        try table.change(
          first: "Ada \(move)", second: "Bob", computer: move.isMultiple(of: 2),
          strategy: .holdAt(25), using: &random)
      case 1 where table.game.isOver: try table.startAgain()
      case 2: try table.startAgain()
      case 3...6 where table.game.canHold: try table.hold(using: &random)
      case 7: table.coach.toggle()
      default: if !table.game.isOver { try table.roll(using: &random) }
      }
      table.revision += 1
    }
    return table
  }

  private func unpacked(_ bytes: [UInt8]) -> PigState? {
    PackedFields(bytes[...]).flatMap(PigState.init)
  }

  private func session(_ table: PigState) -> Session {
    var session = Session()
    session[PigState.self] = table
    return session
  }
}

extension PigState {
  fileprivate var packed: [UInt8] {
    var packer = Packer()
    pack(into: &packer)
    return packer.bytes
  }
}

extension Visitor {
  fileprivate var page: String {
    var visitor = self
    return visitor.get("/pig").text
  }
}
