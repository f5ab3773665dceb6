import DiceLanguage
import Testing
import Visitors
import Web

@testable import Site

/// The page `/rules/dice`.
@Suite struct DiceRulesPageTests {
  private static let page = {
    var reader = Visitor()
    return reader.get("/rules/dice").text
  }()

  /// The text of each `<code>` on the page, as a reader sees it.
  private static let codes = Set(
    page.matches(of: /<code>(.*?)<\/code>/).map { match in
      [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")].reduce(
        String(match.1).replacing(/<[^>]*>/, with: "")
      ) { $0.replacing($1.0, with: $1.1) }
    })

  /// Everything that `spec/dice-language.md` lists, as somebody looks for it.
  @Test(arguments: [
    "d20", "2d6+3", "(1d4)d6", "d%", "4dF", "d66", "d{0,0,1,1,2,3}", "d{1..66}", "4d6kh3", "2d20k",
    "2d20kl1", "4d6dl1", "3d6dh1", "3d6!", "5d10!>=9", "3d6!o", "3d6!!", "3d6!p", "2d6r1",
    "2d6ro<=2", "2d6ra<=2", "3d6u", "4d6min2", "3d8max5", "6d10>=8", "6d10>8", "6d10<=2", "6d10<2",
    "6d10=6", "6d10>=8f1", "6d10>=8f<=2", "8d6!kh4", "8d6kh4!", "8d10!10>=8", "5d6s", "5d6sd",
    "{4d6kh3, 3d6}kh1", "{1d20+5}>=15", "2d6*10", "7d6/2", "-1d4+10", "floor(3d6/2)",
    "ceil(3d6/2)", "round(3d6/2)", "abs(1d6-1d6)", "max(1d12, 2d6)", "min(1d20, 15)",
    "6x(4d6dl1)", "2d6[fire]+1d8[cold]",
  ])
  func `the whole language has examples`(text: String) {
    #expect(DiceRulesPageTests.codes.contains(text))
  }

  @Test func `every example can be rolled, has odds, and is worked out in time`() throws {
    let texts = DiceTopic.allCases.flatMap(\.examples)
    #expect(Set(texts).count == texts.count)
    for text in texts {
      let expression = try RollExpression(parsing: text)
      _ = try OddsAnswer(OddsQuestion(x: text).read())
      let query = PercentCoding.encode([("x", expression.text)])
      #expect(DiceRulesPageTests.page.contains("href=\"/odds?\(query)\""), "\(text)")
      #expect(
        DiceRulesPageTests.page.contains("href=\"/dice?expression=\(query.dropFirst(2))\""),
        "\(text)")
    }
    #expect(DiceRulesPageTests.page.contains("href=\"/odds?x=2d6%2B3\""))
    #expect(
      DiceRulesPageTests.page.contains(
        "<dd>Roll 4 six-sided dice, keep the highest 3.</dd>"))
  }

  @Test func `every refusal is one, with its sentence`() {
    let refusals = DiceRefusal.texts.compactMap(DiceRefusal.init)
    #expect(refusals.count == DiceRefusal.texts.count)
    #expect(DiceRulesPageTests.page.contains("<code>4d6<mark>k3h</mark></code>"))
    #expect(DiceRulesPageTests.page.contains("Did you mean 4d6kh3?"))
  }

  @Test func `the limits are those of the language`() {
    for text in [
      "<li>200 characters, and brackets 16 deep", "<li>999 dice at one place, 5,000 in all",
      "<li>1,000 sides, or 100 faces of your own from −1,000 to 1,000.", "Numbers of 20 digits",
      "A number from 2 to 20", "at most 60 characters", "at most 100 extras",
      "after 100 rerolls shown",
    ] {
      #expect(DiceRulesPageTests.page.contains(text), "\(text)")
    }
  }

  @Test(arguments: [
    ("/rules/craps", "x=2d6\""), ("/rules/pig", "x=d%7B0%2C2..6%7D\""),
    ("/reference/abilities", "x=3d6&amp;t=13\""), ("/osr/new/abilities", "x=3d6&amp;t=13\""),
  ])
  func `games lead to the odds of what they roll`(path: String, query: String) {
    var reader = Visitor()
    #expect(reader.get(path).text.contains("href=\"/odds?\(query)"))
  }
}
