import Games
import Testing
import Visitors
import Web

@testable import Site

/// Seeded dice.
@Suite struct EmbedDiceTests {
  private static let said =
    "Repeatable dice: these rolls are not random. Every game that starts like this one gets the same."

  private func rolls(_ seed: String, count: Int = 12) throws -> [String] {
    var game = FramedGame()
    let start = "/embed/dice/start:die=d100&seed=\(seed)"
    _ = try game.post("\(start)/roll")
    let home = "/embed/dice/\(FramedGame.key)"
    var totals = [try #require(try game.get(home).fact("Total"))]
    for revision in 1..<count {
      _ = try game.post("\(home)/roll", "revision=\(revision)")
      totals.append(try #require(try game.get(home).fact("Total")))
    }
    return totals
  }

  @Test func `the same seed gives the same rolls, and another gives others`() throws {
    let rolls = try rolls("abc")
    #expect(Set(rolls).count > 3)
    #expect(try self.rolls("abc") == rolls)
    #expect(try self.rolls("abd") != rolls)
    // As in the terminal, a seed is case-sensitive.
    #expect(try self.rolls("ABC") != rolls)
  }

  @Test func `the page says when a seed is used, and only then`() throws {
    var game = FramedGame()
    #expect(try game.get("/embed/dice?seed=abc").remarks.contains { $0.hasPrefix(Self.said) })
    _ = try game.post("/embed/dice/start:seed=abc/roll")
    let page = try game.get("/embed/dice/\(FramedGame.key)")
    #expect(page.remarks.contains { $0.hasPrefix(Self.said) })
    #expect(try game.get("/embed/dice").remarks.isEmpty)
  }

  @Test func `a move that is refused or changes no dice does not advance them`() throws {
    let home = "/embed/dice/\(FramedGame.key)"
    var plain = FramedGame()
    var other = FramedGame()
    for path in ["/embed/dice/start:seed=abc/roll"] {
      _ = try plain.post(path)
      _ = try other.post(path)
    }
    #expect(try other.post("\(home)/roll", "revision=0").status == .conflict)
    #expect(try other.post("\(home)/roll", "revision=1&dice=x").status == .unprocessable)
    #expect(try other.post("\(home)/expression", "revision=1&expression=2d").status != .seeOther)
    #expect(try other.post("\(home)/nothing", "revision=1").status == .notFound)
    _ = try other.get(home)
    _ = try plain.post("\(home)/roll", "revision=1")
    _ = try other.post("\(home)/roll", "revision=1")
    #expect(other.session == plain.session)
  }
}
