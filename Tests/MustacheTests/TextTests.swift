import Testing

@testable import Mustache

@Suite struct TextTests {
  private struct Page: Fielded {
    let text: Text

    static func declare(_ field: inout Fields<Page>) { field("text") { $0.text } }
  }

  @Test(arguments: [0, 7, 4_711, -3, .min, .max])
  func `texts and numbers are put together in order`(number: Int) {
    let inner: Text = "<\(number)>"
    #expect(String("é\("x")\(inner) \(number)" as Text) == "éx<\(number)> \(number)")
  }

  @Test(arguments: [0, 1, 95, 96, 97, 118, 119, 120, 121, 1_000])
  func `a text may become longer than the room in place`(count: Int) {
    let start = String(repeating: "ab", count: count).prefix(count)
    var text = Text(String(start))
    text.append(12)
    text.append("ü")
    text.append(Text("&"))
    #expect(String(text) == start + "12ü&")
  }

  @Test func `a template shows it escaped, and skips an empty one`() throws {
    let template = "{{#text}}[{{text}}]{{/text}}"
    #expect(try render(template, [Page(text: "a & \(1)")]) == "[a &amp; 1]")
    #expect(try render(template, [Page(text: "")]) == "")
  }
}
