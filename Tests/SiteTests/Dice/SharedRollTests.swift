import DiceLanguage
import Testing
import Visitors
import Web

@testable import Site

/// A roll that an address shows.
@Suite struct SharedRollTests {
  private func share(_ expression: String, _ dice: String) -> Response {
    var stranger = Visitor(hall: makeSite())
    return stranger.get(SharedRoll.path, [("x", expression), ("dice", dice)])
  }

  @Test(arguments: ["2d6+3", "4d6kh3", "1d20", "8d6!", "6x(4d6dl1)", "99d100-99", "4dF"])
  func `what was rolled is shown to everybody who has the link`(expression: String) throws {
    var visitor = Visitor(hall: makeSite())
    _ = visitor.post("/dice/expression", PercentCoding.encode([("expression", expression)]))
    let page = visitor.get("/dice")
    let link = try #require(
      page.text.firstMatch(of: /href="(\/dice\/shared\?[^"]*)" data-share/)?.1)
    var stranger = Visitor(hall: makeSite())
    let shown = stranger.get(String(link.replacing("&amp;", with: "&")))
    #expect(shown.status == .ok)
    let total = /<b class="total[^>]*>([^<]*)</
    #expect(shown.text.firstMatch(of: total)?.1 == page.text.firstMatch(of: total)?.1)
    #expect(shown.text.contains("it proves nothing") && shown.header("Set-Cookie") == nil)
    #expect(shown.text.contains("name=\"robots\" content=\"noindex\""))
  }

  @Test func `it has its dice, its chances and a way to roll the same`() {
    let page = share("4d6kh3", "4.6.2.5")
    #expect(page.pageTitle == "15 with 4d6kh3 – Dice – Dicehall")
    #expect(page.text.contains("aria-label=\"two, dropped\""))
    #expect(page.text.contains("<dt>Exactly 15</dt><dd>131/1296 <small>10.11%</small>"))
    #expect(page.text.contains("href=\"/dice?expression=4d6kh3\""))
    #expect(page.text.contains("class=\"landed\""))
    #expect(!share("1d20", "20").text.contains("class=\"landed\""))
  }

  @Test(arguments: [
    ("4d6kh3", "4.6.2"), ("4d6kh3", "4.6.2.5.1"), ("4d6kh3", "4.6.2.7"), ("4d6kh3", "4.6.2.0"),
    ("4d6kh3", ""), ("4d6kh3", "4,6,2,5"), ("4d6kh3", "4.6..5"), ("1d6", "+99999999999999999999"),
    ("5000d6!<=5", "1"), ("1d6", String(repeating: "1.", count: 5_000)), ("banana", "1"),
    ("", "1"), ("<b>", "<script>"), (String(repeating: "(", count: 3_000), "1"),
  ])
  func `dice that can't be are refused in words`(expression: String, dice: String) {
    let page = share(expression, dice)
    #expect(page.status == .unprocessable)
    #expect(page.text.contains("This link shows no roll"))
    #expect(!page.text.contains("class=\"total") && !page.text.contains("<script>"))
    #expect(page.text.utf8.count < 12_000)
  }

  @Test func `several rolls at once, and too many dice, have no link`() {
    var visitor = Visitor(hall: makeSite())
    for (path, expression) in [("roll-10", "2d6"), ("expression", "101d6")] {
      _ = visitor.post("/dice/\(path)", PercentCoding.encode([("expression", expression)]))
      #expect(!visitor.get("/dice").text.contains("data-share"))
    }
  }
}
