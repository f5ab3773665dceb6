import Fakes
import Games
import Testing
import Visitors

@testable import Characters
@testable import Site

/// What the session keeps of a character in the making.
@Suite struct DraftPackingTests {
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `a draft comes back as it was, however far it is`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var draft = CharacterDraft()
    var steps = 0
    for step in Step.allCases where step < .review && !draft.skips(step) {
      #expect(unpacked(packed(draft)) == draft)
      draft = draft.surprising(step, using: &random)
      #expect(unpacked(packed(draft)) == draft)
      draft = try draft.continuing(past: step)
      steps += 1
    }
    #expect(steps >= 6)
    #expect(unpacked(packed(draft)) == draft)
    #expect(packed(draft).count < 260)
  }

  @Test func `everything kept with a draft comes back too`() throws {
    var visitor = try Visitor.at(.save, as: .elf, in: makeSite(FakeStorage()))
    _ = try visitor.make("save/both")
    let table = try #require(visitor.session[DraftState.self])
    #expect(table.saved.vaultEntry != nil && table.saved.cloudSecret != nil && table.id != nil)
    let again = try #require(Session(visitor.session.bytes)?[DraftState.self])
    #expect(again == table)
    #expect(again.news?.outcome.isEmpty == false)
  }

  @Test func `bytes cut off or garbled are another legal draft or none`() throws {
    let bytes = packed(try .at(.save, as: .elf))
    for count in 0..<bytes.count { _ = unpacked(Array(bytes.prefix(count))) }
    var random = SeededGenerator(seed: 5)
    var refused = 0
    for _ in 0..<4_000 {
      var garbled = bytes
      garbled[.random(in: garbled.indices, using: &random)] = .random(
        in: 0 ... .max, using: &random)
      guard let draft = unpacked(garbled) else {
        refused += 1
        continue
      }
      let id = CharacterID(using: &random)
      guard let character = try? draft.character(id: id) else { continue }
      #expect(character.brokenRules().isEmpty)
    }
    #expect(refused > 1_000)
  }

  @Test func `an impossible draft is dropped without a word on the first page`() throws {
    var visitor = try Visitor.at(.equipment)
    var bytes = visitor.session.bytes
    // The number of the alignment, of which there are three.
    let place = try #require(bytes.lastRange(of: [9, 1, 0]))
    bytes[place.lowerBound + 2] = 14
    visitor.session = try #require(Session(bytes))
    #expect(visitor.session[DraftState.self] == nil)
    #expect(visitor.get("/osr/new").location == "/osr/new/abilities")
  }

  private func packed(_ draft: CharacterDraft) -> [UInt8] {
    var packer = Packer()
    draft.pack(into: &packer)
    return packer.bytes
  }

  private func unpacked(_ bytes: [UInt8]) -> CharacterDraft? {
    PackedFields(bytes[...]).flatMap(CharacterDraft.init)
  }
}

extension [UInt8] {
  fileprivate func lastRange(of part: [UInt8]) -> Range<Int>? {
    indices.reversed().first { self[$0...].starts(with: part) }.map { $0..<$0 + part.count }
  }
}
