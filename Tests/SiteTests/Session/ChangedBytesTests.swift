import Games
import Testing
import Web

@testable import Site

/// What no checksum has caught: a session whose bytes are those of another program, or another time.
@Suite struct ChangedBytesTests {
  /// A session with a state of each game, and a character in the making.
  private func played() -> [UInt8] {
    var visitor = Visitor(faces: [3, 5, 2, 6, 1])
    for path in ["/dice/roll", "/craps/roll", "/pig/roll", "/osr/new/abilities/roll"] {
      for _ in 0..<3 { _ = visitor.post(path) }
    }
    return visitor.session.bytes
  }

  private func change(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 4..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      case 2: bytes.remove(at: place)
      default: bytes.insert(.random(in: 0...255, using: &random), at: place)
      }
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `any session opens as one that can be shown and saved`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let whole = played()
    #expect(whole.count > 100)
    var opened = 0
    for round in 0..<500 {
      var bytes = whole
      change(&bytes, using: &random)
      guard let session = Session(bytes) else { continue }
      opened += 1
      for game in Site.games { checkState(of: game, in: session) }
      guard round % 100 == 0 else { continue }
      for path in ["/dice", "/craps", "/pig", "/osr/new/abilities"] {
        var visitor = Visitor(session: session, faces: [3, 4])
        #expect([200, 303].contains(visitor.get(path).status.code), "\(path), round \(round)")
        #expect(visitor.post("\(path)/roll").status.code < 500, "\(path), round \(round)")
        #expect(Session(visitor.session.bytes) != nil)
      }
    }
    #expect(opened > 50)
  }

  /// What is read of a game is the same once it is saved and read again.
  private func checkState(of game: any Game.Type, in session: Session) {
    func check<Played: Game>(_: Played.Type) {
      guard let state = session[Played.State.self] else { return }
      var packer = Packer()
      state.pack(into: &packer)
      guard let fields = PackedFields(packer.bytes[...]), let again = Played.State(fields) else {
        Issue.record("\(Played.self) can't be read again")
        return
      }
      var other = Packer()
      again.pack(into: &other)
      #expect(other.bytes == packer.bytes, "\(Played.self)")
    }
    check(game)
  }
}
