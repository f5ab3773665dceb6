import Games
import Testing
import Visitors

@testable import Site

@Suite struct PackingTests {
  @Test(arguments: [0, 1, -1, 63, -64, 64, 300, -300, 1_795_221_600, .max, .min])
  func `numbers of every size come back`(number: Int) throws {
    var packer = Packer()
    packer.put(7, number)
    #expect(try #require(PackedFields(packer.bytes[...])).number(7) == number)
  }

  @Test func `lists of numbers come back, and broken ones do not`() throws {
    var packer = Packer()
    packer.put(7, [0, 1, 127, 128, 1_795_221_600, .max])
    packer.put(8, [] as [Int])
    packer.put(9, [0x80] as [UInt8])
    let fields = try #require(PackedFields(packer.bytes[...]))
    #expect(fields.numbers(7) == [0, 1, 127, 128, 1_795_221_600, .max])
    #expect(fields.numbers(8) == [])
    #expect(fields.numbers(9) == nil)
    #expect(fields.numbers(10) == nil)
  }

  @Test func `small numbers take three bytes`() {
    var packer = Packer()
    packer.put(7, -5)
    #expect(packer.bytes == [7, 1, 9])
  }

  @Test func `texts and flags come back, and absent ones are absent`() throws {
    var packer = Packer()
    packer.put(1, "zwölf ⚄")
    packer.put(2, nil as String?)
    packer.put(3, true)
    packer.put(4, false)
    let fields = try #require(PackedFields(packer.bytes[...]))
    #expect(fields.text(1) == "zwölf ⚄")
    #expect(fields.text(2) == nil)
    #expect(fields.flag(3))
    #expect(!fields.flag(4))
  }

  @Test func `bytes cut off anywhere are no fields or fewer, never a trap`() {
    let bytes = playedSession().bytes
    for count in 0..<bytes.count { _ = Session(Array(bytes.prefix(count)))?[CrapsState.self] }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<5_000 {
      var garbled = bytes
      for _ in 0..<3 {
        garbled[Int.random(in: 4..<garbled.count, using: &random)] = .random(
          in: 0 ... .max, using: &random)
      }
      let session = Session(garbled)
      _ = session?[CrapsState.self]
      _ = session?[DiceState.self]
    }
  }
}

@Suite struct SessionTests {
  @Test func `a session comes back as it was`() throws {
    let session = playedSession()
    let again = try #require(Session(session.bytes))
    #expect(again == session)
    #expect(again[CrapsState.self] == session[CrapsState.self])
    #expect(again[DiceState.self] == session[DiceState.self])
    #expect(again[CrapsState.self]?.log.isEmpty == false)
    #expect(again[DiceState.self]?.history.count == 3)
  }

  @Test func `parts of future games stay as they are`() throws {
    var packer = Packer()
    packer.put(200, [1, 2, 3])
    var session = try #require(Session(Array("dh1\n".utf8) + packer.bytes))
    session[CrapsState.self] = CrapsState()
    #expect(session.bytes.dropFirst(4).starts(with: packer.bytes))
  }

  @Test func `fields of future versions are skipped`() throws {
    var packer = Packer()
    playedSession()[CrapsState.self]?.pack(into: &packer)
    packer.put(99, "new")
    let fields = try #require(PackedFields(packer.bytes[...]))
    #expect(CrapsState(fields) == playedSession()[CrapsState.self])
  }

  @Test func `sessions from before wins were summed up count those in the log`() throws {
    var packer = Packer()
    let state = try #require(playedSession()[CrapsState.self])
    state.pack(into: &packer)
    var older = Packer()
    try #require(PackedFields(packer.bytes[...])).visit { tag, content in
      if tag < 11 { older.put(tag, content) }
      return true
    }
    #expect(older.bytes.count < packer.bytes.count && state.tally.decided > 0)
    #expect(CrapsState(try #require(PackedFields(older.bytes[...]))) == state)
  }

  @Test func `games from when the balance came last are the same`() throws {
    let log = try #require(playedSession()[CrapsState.self]).log
    for entry in log {
      var packer = Packer()
      entry.pack(into: &packer)
      var (older, last) = (Packer(), Packer())
      try #require(PackedFields(packer.bytes[...])).visit { tag, content in
        if tag == 5 { last.put(tag, content) } else { older.put(tag, content) }
        return true
      }
      older.append(fields: last.bytes[...])
      #expect(CrapsState.Entry(try #require(PackedFields(older.bytes[...]))) == entry)
    }
    #expect(!log.isEmpty && log.balances == log.map(\.balance))
  }

  @Test(arguments: [[], Array("dh2\n".utf8), Array("PHP".utf8)] as [[UInt8]])
  func `bytes of another format aren't a session`(bytes: [UInt8]) {
    #expect(Session(bytes) == nil)
  }

  @Test func `a state that can't be reached counts as no game`() throws {
    var packer = Packer()
    packer.put(1, 3)
    var craps = Packer()
    craps.put(1, 201)
    craps.put(2, 5)
    craps.put(3, 0)
    packer.put(2, craps.bytes)
    #expect(CrapsState(try #require(PackedFields(packer.bytes[...]))) == nil)
  }

  @Test func `the fullest history stays far below the limit of a file`() {
    var visitor = Visitor()
    for _ in 0..<200 {
      _ = visitor.post("/dice/roll", "die=d100&dice=99&modifier=99")
    }
    for _ in 0..<100 { _ = visitor.post("/craps/roll") }
    #expect(visitor.session.bytes.count < 32_000)
  }
}

/// A session after all kinds of moves.
private func playedSession() -> Session {
  var visitor = Visitor(faces: [4, 5, 3, 3])
  for _ in 0..<3 { _ = visitor.post("/dice/roll", "die=d6&dice=4&modifier=2") }
  _ = visitor.post("/craps/roll", "ante=50")
  _ = visitor.post("/craps/roll")
  visitor.faces = [3, 4]
  for _ in 0..<3 { _ = visitor.post("/craps/roll") }
  _ = visitor.post("/craps/start-over")
  _ = visitor.post("/craps/ante", "ante=7")
  return visitor.session
}

@Suite struct PackedListTests {
  /// A number as a session keeps it.
  private struct Kept: Packed, Equatable {
    let number: Int

    init(_ number: Int) { self.number = number }

    init?(_ fields: PackedFields) {
      guard let number = fields.number(1), number > 0 else { return nil }
      self.number = number
    }

    func pack(into packer: inout Packer) { packer.put(1, number) }
  }

  private func list(_ numbers: some Sequence<Int>) -> PackedList<Kept> {
    numbers.reduce(into: PackedList(tag: 7)) { $0.append(Kept($1)) }
  }

  @Test func `values come back in order, all, the newest or the first`() throws {
    var list = list(1...300)
    #expect(list.map(\.number) == Array(1...300))
    #expect(list.newest(3).map(\.number) == [298, 299, 300])
    #expect(list.newest(301).count == 300 && list.newest(0) == [])
    #expect((list.first?.number, list.last?.number, list.count) == (1, 300, 300))
    #expect(list.numbers(1) == Array(1...300) && list.numbers(2) == Array(repeating: 0, count: 300))
    list.removeFirst(298)
    #expect(list == self.list(299...300) && list.count == 2)
    list.removeFirst(3)
    #expect(list.isEmpty && list.first == nil && list.last == nil && list.map(\.number) == [])
  }

  @Test func `a list is packed like its values, between the fields of others`() throws {
    var one = Packer()
    one.put(6, 5)
    var other = one
    one.put(list(1...2))
    other.put(7, [Kept(1), Kept(2)])
    one.put(8, 9)
    other.put(8, 9)
    #expect(one.bytes == other.bytes)
    let fields = try #require(PackedFields(one.bytes[...]))
    #expect(fields.list(7) == list(1...2))
    #expect(fields.list(9) == PackedList<Kept>(tag: 9))
    one.put(7, Kept(3))
    let broken: PackedList<Kept>? = try #require(PackedFields(one.bytes[...])).list(7)
    #expect(broken == nil)
  }

  @Test func `a value that can't be read is left out`() {
    #expect(list([12, 0, 14]).map(\.number) == [12, 14])
    #expect(list([12, 0]).last == nil)
  }
}
