import Testing

@testable import Games

/// Of three kinds, above and below.
private let eightAccents = "\u{301}\u{302}\u{323}\u{301}\u{302}\u{323}\u{301}\u{302}"

@Suite struct PigNameTests {
  @Test(arguments: [
    ("Ann", "Ann"), ("  Ann\t", "Ann"), ("\u{A0}Ann Lee\u{3000}\n", "Ann Lee"), ("x", "x"),
    ("Łukasz", "Łukasz"), ("李", "李"), ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("<b>&", "<b>&"),
    ("a" + eightAccents, "a" + eightAccents),
    (String(repeating: "é", count: 30), String(repeating: "é", count: 30)),
  ])
  func `a name is trimmed and kept as it is`(wish: String, name: String) throws {
    #expect(try Player(name: wish).name == name)
    var game = try Pig()
    #expect(try game.rename(.second, to: wish) == [.renamed(.second, name: name)])
    #expect(game.second.name == name)
  }

  @Test(
    arguments: [
      ("", .name(.empty)), (" \t\n", .name(.empty)), ("\u{200B}", .name(.empty)),
      ("\u{2800}", .name(.empty)), ("a\u{FFFD}", .name(.unprintable)),
      ("Player \u{2800}\u{3000} 1", .nameTaken), (" \u{200D}\u{FEFF} ", .name(.empty)),
      ("\u{202E}", .name(.empty)),
      (String(repeating: "a", count: 31), .name(.tooLong)),
      ("a" + String(repeating: "\u{301}", count: 120), .name(.tooLarge)),
      (String(repeating: "👩‍👩‍👧‍👦", count: 10), .name(.tooLarge)),
      ("Za" + eightAccents + "\u{301}lgo", .name(.tooLarge)),
      ("a" + eightAccents + "\u{200D}\u{20DD}", .name(.tooLarge)),
      ("A\u{0}nn", .name(.unprintable)), ("A\nnn", .name(.unprintable)),
      ("A\u{1B}[2J", .name(.unprintable)),
      ("A\u{85}B", .name(.unprintable)), ("A\u{2028}B", .name(.unprintable)),
      ("A\u{2029}B", .name(.unprintable)), ("A\u{202E}nn", .name(.unprintable)),
      ("A\u{2066}nn", .name(.unprintable)), ("A\u{200F}", .name(.unprintable)),
      ("A\u{61C}nn", .name(.unprintable)), ("player 1", .nameTaken), (" PLAYER 1 ", .nameTaken),
      ("Player\u{200B} 1", .nameTaken),
    ] as [(String, PigRefusal)])
  func `an invalid name is refused and the old one is kept`(wish: String, refusal: PigRefusal)
    throws
  {
    var game = try Pig()
    let before = game
    #expect(throws: refusal) { try game.rename(.second, to: wish) }
    #expect(game == before)
    #expect(throws: refusal) { try Pig(second: wish) }
  }

  @Test(arguments: [("STRASSE", "straße"), ("É", "e\u{301}"), ("ann", "Ann")])
  func `names are compared as people read them`(first: String, second: String) {
    #expect(throws: PigRefusal.nameTaken) { try Pig(first: first, second: second) }
  }

  @Test func `a name may change its case, and the same name changes nothing`() throws {
    var game = try Pig(first: "ann")
    #expect(try game.rename(.first, to: "Ann") == [.renamed(.first, name: "Ann")])
    #expect(try game.rename(.first, to: " Ann ") == [])
    #expect(game.first.name == "Ann")
  }

  @Test func `renaming in the middle of a turn leaves the game as it is`() throws {
    var game = try Pig()
    _ = try game.take(6)
    _ = try game.hold()
    _ = try game.take(5)
    _ = try game.rename(.first, to: "Ann")
    #expect(game.first.score == 6 && game.turn == .second && game.turnTotal == 5)
  }
}
