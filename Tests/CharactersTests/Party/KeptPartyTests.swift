import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct KeptPartyTests {
  private let stores = FakeStorage()

  private func whole() throws -> KeptParty {
    let party = try Party(named: "The \"Lanterns\" \u{1F525}").adding(People.hilda.id)
      .adding(People.nim.id)
      .hiring(People.odo, by: People.hilda, wage: 2, share: .full)
      .adding(.mule).adding(.warHorse).loading(animalAt: 1, with: 4_100, called: "Zoë")
    let place = try #require(EntryID("aaaaaaaaaaaaaaaaaaaaaaaaaa"))
    var kept = KeptParty(party, places: [People.hilda.id: place])
    kept.payout = Payout(
      id: People.aelindra.id, moment: 1_800_000_000,
      parts: [
        .init(member: People.hilda.id, place: place, experience: 100, gold: 10, lastNumber: 3),
        .init(member: People.nim.id, place: place, experience: 0, gold: 1, lastNumber: 0),
      ])
    return kept
  }

  @Test func `a party is kept as JSON that gives it back`() throws {
    let kept = try whole()
    #expect(KeptParty(kept.bytes) == kept)
    #expect(KeptParty.isParty(kept.bytes))
    #expect(CharacterJSON.stored(kept.bytes) == nil)
    #expect(
      String(decoding: KeptParty(try Party(named: "A").adding(.mule)).bytes, as: UTF8.self) == """
        {"party":{"name":"A","members":[],"animals":[{"kind":"mule","name":"","load":0}]}}
        """)
  }

  @Test func `no character is taken for a party, and no damaged party for one`() throws {
    for person in People.all {
      #expect(!KeptParty.isParty(CharacterJSON.encode(person)))
      #expect(KeptParty(CharacterJSON.encode(person)) == nil)
    }
    let text = String(decoding: try whole().bytes, as: UTF8.self)
    for (old, new) in [
      ("\"loyalty\":6", "\"loyalty\":1"), ("\"share\":\"full\"", "\"share\":\"all\""),
      ("\"wage\":2", "\"wage\":-2"), ("\"kind\":\"mule\"", "\"kind\":\"cow\""),
      ("\"load\":4100", "\"load\":99999"), ("\"load\":4100", "\"load\":\"x\""),
      ("\"members\":[", "\"members\":[{},"), ("\"animals\":[", "\"beasts\":["),
      (People.nim.id.text, People.hilda.id.text), ("\"name\":\"The", "\"name\":4,\"x\":\"The"),
      ("}]}}}", "}]}}"), ("\"gold\":10", "\"gold\":-1"), ("\"after\":3", "\"after\":\"x\""),
      ("\"experience\":100", "\"experience\":1e9"), ("\"payout\":{", "\"payout\":[],\"x\":{"),
    ] {
      let damaged = text.replacing(old, with: new)
      #expect(damaged != text, "\(old)")
      #expect(KeptParty(Array(damaged.utf8)) == nil, "\(new)")
    }
  }

  @Test func `every cut and every changed byte is a party or none, and never a crash`() throws {
    let bytes = try whole().bytes
    for count in bytes.indices { #expect(KeptParty(Array(bytes.prefix(count))) == nil) }
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      var other = bytes
      other[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
      if let kept = KeptParty(other) { #expect(KeptParty(kept.bytes) == kept) }
    }
  }

  @Test func `the largest party fits into an entry`() throws {
    let name = String(repeating: "👩‍🚒", count: 30)
    var party = try Party(named: name)
    var random = SeededGenerator(seed: 1)
    let charming = People.hilda.named("A").withCharisma(18)
    party = try party.adding(charming.id)
    for _ in 0..<7 { party = try party.adding(CharacterID(using: &random)) }
    for number in 0..<7 {
      party = try party.hiring(
        People.nim.named("B", number: UInt64(number + 20)), by: charming, wage: 1_000,
        share: .half)
    }
    for place in 0..<12 {
      party = try party.adding(.draftHorse).loading(animalAt: place, with: 20_000, called: name)
    }
    var kept = KeptParty(party)
    for member in party.members { kept.places[member.id] = EntryID(after: [], using: &random) }
    kept.payout = Payout(
      id: charming.id, moment: 9_999_999_999,
      parts: try party.members.map {
        .init(
          member: $0.id, place: try #require(kept.places[$0.id]), experience: 999_999,
          gold: 1_000_000, lastNumber: JSON.largestWhole)
      })
    #expect(kept.bytes.count < StorageLimits.entryBytes)
    #expect(KeptParty(kept.bytes) == kept)
  }

  @Test func `a damaged party costs the party, not the characters`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    let damaged = try stores.add(
      Array("{\"party\":{\"name\":4}}".utf8), to: visitor.vaultKey, holding: nil, now: 1)
    #expect(visitor.names() == ["Hilda"])
    #expect(visitor.get("/osr/vault").text.contains(">Your parties (1)</a>"))
    let list = visitor.get("/osr/parties")
    #expect(list.status == .ok)
    #expect(list.text.contains("A party that can’t be read"))
    #expect(visitor.get("/osr/parties/\(damaged.entry.text)").status == .unavailable)
    #expect(visitor.get("/osr/vault/\(id)").status == .ok)
    let gone = visitor.ask(Request(.post, "/osr/parties/\(damaged.entry.text)/delete", body: ""))
    #expect(gone.header("Location") == "/osr/parties")
    #expect(!visitor.get("/osr/parties").text.contains("id=\"name-"))
  }

  @Test func `a party is no character, and a character no party`() throws {
    var visitor = Visitor(stores)
    let party = try visitor.keepThree(stores)
    for end in ["", "/play", "/edit", "/history", "/character.json", "/sheet.txt"] {
      #expect(visitor.get("/osr/vault/\(party)\(end)").status == .notFound, "\(end)")
    }
    for move in ["duplicate", "cloud", "play/hurt", "level/award"] {
      #expect(visitor.press("/osr/vault/\(party)/\(move)").status == .conflict, "\(move)")
    }
    let character = visitor.ids()[0]
    for end in ["", "/shares", "/retainers", "/animals", "/party.txt"] {
      #expect(visitor.get("/osr/parties/\(character)\(end)").status == .notFound, "\(end)")
    }
    for move in ["name", "forward", "delete", "shares", "roll", "cloud", "retainers/hire"] {
      #expect(visitor.change(party: character, move, version: "1").status == .conflict, "\(move)")
    }
    #expect(visitor.names().count == 3)
    #expect(try visitor.kept(party: party, stores).party.members.count == 3)
  }

  @Test func `nothing can be seen or done of another's party`() throws {
    var other = Visitor(stores)
    let party = try other.keepThree(stores)
    var visitor = Visitor(stores)
    _ = try visitor.keep(People.nim, stores)
    for end in ["", "/shares", "/retainers", "/animals", "/party.txt"] {
      #expect(other.get("/osr/parties/\(party)\(end)").status == .ok, "\(end)")
      #expect(visitor.get("/osr/parties/\(party)\(end)").status == .notFound, "\(end)")
    }
    for move in ["name", "add", "remove", "delete", "shares", "animals/add"] {
      let answer = visitor.change(party: party, move, version: "1")
      #expect(answer.status == .conflict, "\(move)")
      #expect(answer.text.contains("There’s no such party in this browser’s vault."), "\(move)")
    }
  }
}

extension PlayerCharacter {
  /// With another charisma, and no word of how the scores were rolled.
  func withCharisma(_ score: Int) -> PlayerCharacter {
    var other = self
    other.scores = AbilityScores { $0 == .cha ? score : scores[$0] }
    other.rolledScores = nil
    return other
  }
}
