import Testing
import Visitors
import Web

@testable import Site

@Suite struct DrawingsTests {
  private let room = "<div id=\"drawings\" data-live hidden>"

  @Test func `a framed page contains the drawings that it shows, each once, and no other`() throws {
    let files = try ["dice.svg", "osr.svg"].map { Array(try publicFile($0)) }
    let shown = ["d6-3", "elf", "nothing", "elf", "d6-3"]
    let uses = shown.map { "<use href=\"#picture-\($0)\"/>" }.joined()
    let start = "<main>#<a href=\"#elves\">\(uses) #picture-dwarf"
    var page = Array("\(start)\(room)</div></main>".utf8)
    Drawings(files).complete(&page)
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.hasPrefix("\(start)\(room)<svg><symbol id=\"picture-d6-3\" viewBox="))
    #expect(text.hasSuffix("</symbol></svg></div></main>"))
    #expect(text.matches(of: /<symbol id="([^"]+)"/).map(\.1) == ["picture-d6-3", "picture-elf"])
  }

  @Test func `every framed page has room for drawings, where scripts swap it`() throws {
    for game in features.games {
      var frame = FramedGame()
      let text = try frame.get("/embed/\(game.slug)").text
      #expect(text.contains("\(room)<svg></svg></div>\n</main>"), "\(game.slug)")
    }
  }
}
