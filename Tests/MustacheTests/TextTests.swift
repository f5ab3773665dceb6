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

  @Test func `numbers of one to five digits are written as Swift writes them`() {
    for number in 0..<11_000 { #expect(String("\(number)" as Text) == String(number)) }
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

  @Test(arguments: [
    (0, 2, "00"), (7, 2, "07"), (42, 2, "42"), (5, 3, "005"), (9, 1, "9"), (120, 6, "000120"),
  ])
  func `a number may have zeros before it`(number: Int, digits: Int, text: String) {
    var short: Text = "+"
    short.append(number, digits: digits)
    #expect(String(short) == "+" + text)
    var long = Text(String(repeating: "x", count: 120))
    long.append(number, digits: digits)
    #expect(String(long) == String(repeating: "x", count: 120) + text)
  }

  @Test(arguments: [0, 100, 116, 117, 200])
  func `a pattern is filled in with the last digits of a number`(before: Int) {
    let start = String(repeating: "x", count: before)
    var text = Text(start)
    text.append("00:0", digits: 21_345)
    #expect(String("\(text)|\("-00", digits: 7)" as Text) == start + "34:5|-07")
  }

  @Test func `the points of a line are listed as SVG wants them`() throws {
    struct Line: Fielded {
      let points: [(x: Int, y: Int)]

      static func declare(_ field: inout Fields<Line>) {
        field.text("points") { line, text in
          for (index, point) in line.points.enumerated() {
            text.append(point: point.x, point.y, isFirst: index == 0)
          }
        }
      }
    }
    #expect(
      try render("{{points}}", [Line(points: [(0, 8), (600, 12_345), (-7, .min)])])
        == "0,8 600,12345 -7,-9223372036854775808")
    #expect(try render("[{{points}}]", [Line(points: [])]) == "[]")
    let many = Array(repeating: (x: Int.max, y: Int.min), count: 2_000)
    let text = try render("{{points}}", [Line(points: many)])
    #expect(text.split(separator: " ").count == 2_000)
  }

  @Test func `a template shows it escaped, and skips an empty one`() throws {
    let template = "{{#text}}[{{text}}]{{/text}}"
    #expect(try render(template, [Page(text: "a & \(1)")]) == "[a &amp; 1]")
    #expect(try render(template, [Page(text: "")]) == "")
  }
}
