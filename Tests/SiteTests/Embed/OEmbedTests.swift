import Testing
import Visitors
import Web

@testable import Site

private let hall = makeSite(publicURL: "https://dice.example")

/// The oEmbed 1.0 answers for sites that embed a pasted address.
@Suite struct OEmbedTests {
  private func ask(_ query: [(name: String, value: String)]) throws -> (status: Int, json: JSON) {
    var site = Visitor(hall: hall)
    let answer = site.get("/oembed", query)
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.header("Access-Control-Allow-Origin") == "*")
    return (answer.status.code, try JSON(answer.body))
  }

  @Test func `the address of a game gives a frame`() throws {
    let (status, json) = try ask([("url", "https://dice.example/craps"), ("format", "json")])
    #expect(status == 200)
    #expect(
      json == [
        "version": "1.0", "type": "rich", "title": "Craps in Dicehall",
        "provider_name": "Dicehall", "provider_url": "https://dice.example/",
        "cache_age": 86_400, "width": 640, "height": 640,
        "html": """
        <blockquote><a href="https://dice.example/craps">Craps in Dicehall</a></blockquote>\
        <iframe src="https://dice.example/embed/craps?controls=play" title="Craps in Dicehall" \
        width="100%" height="640" loading="lazy" frameborder="0"></iframe>
        """,
        "thumbnail_url": "https://dice.example/preview-craps.png", "thumbnail_width": 1_200,
        "thumbnail_height": 630,
      ])
  }

  @Test(arguments: [
    ("https://dice.example/dice", "/embed/dice?controls=play"),
    ("/embed/pig?goal=50", "/embed/pig?goal=50"),
    ("/craps#top", "/embed/craps?controls=play"),
    ("http://DICE.example/pig", "/embed/pig?controls=play"),
    ("https://dice.example/osr", "/embed/osr?controls=play"),
    ("https://dice.example/dice?from=a+friend#top", "/embed/dice?controls=play"),
    (
      "https://dice.example/embed/pig?goal=50&player1=Zo%C3%AB",
      "/embed/pig?goal=50&amp;player1=Zo%C3%AB"
    ),
    ("https://dice.example/embed/pig?goal=5&x=1", "/embed/pig?goal=10"),
    ("https://dice.example/embed/dice/start:die=d6", "/embed/dice?die=d6"),
    ("/odds", "/embed/odds"),
    ("https://dice.example/odds?x=2d6%2B3&y=&t=8", "/embed/odds?x=2d6%2B3&amp;t=8"),
    ("/embed/odds?theme=dark&y=D%25&x=1+d20", "/embed/odds?x=1d20&amp;y=d%25&amp;theme=dark"),
    ("/odds?x=4d6k3h&t=12", "/embed/odds"),
    ("https://dice.example", "/embed/dice?controls=play"),
    ("/lessons/two-dice", "/embed/dice?expression=2d6&amp;controls=play"),
    ("/lessons/streaks", "/embed/dice?expression=d%7Bheads%2Ctails%7D&amp;controls=play"),
    ("/lessons/risk-with-pig", "/embed/pig?controls=play"),
    // What's in the bag is for the class to find out.
    ("/lessons/hidden-bag", "/embed/dice?controls=play"),
    ("/craps?ground=none", "/embed/craps?controls=play"),
    ("/embed/craps?ground=none", "/embed/craps?ground=none"),
  ])
  func `the options of an address are in the frame`(url: String, src: String) throws {
    let (status, json) = try ask([("url", url)])
    #expect(status == 200)
    guard case .string(let html)? = json["html"] else { Issue.record("no html"); return }
    #expect(html.contains("src=\"https://dice.example\(src)\""))
  }

  @Test(arguments: [
    "https://dice.example/lessons", "https://dice.example/rules/craps",
    "https://dice.example/room", "https://dice.example/room/KFH3QD/watch",
    "https://dice.example/embed", "https://dice.example/embed/check",
    "https://dice.example/embed/poker", "https://dice.example/odds.csv?x=d6",
    "https://dice.example/craps/roll",
    "https://dice.example/embed/craps/abcdefghijklmnopqrstuvwxyz",
    "https://dice.example.evil/dice", "https://evil.example/dice", "https://dice.example:8080/dice",
    "https://me@dice.example/dice", "ftp://dice.example/dice", "//dice.example/dice", "/nothing",
    "dice", "https://dice.example/../dice", "https://dice.example/%zz",
    "https://dice.example/dice\"><script>", "https://",
  ])
  func `any other address is not found`(url: String) throws {
    let (status, json) = try ask([("url", url)])
    #expect(status == 404)
    #expect(json == ["error": "There’s nothing at this address here that a frame could show."])
  }

  @Test(arguments: [
    ("/craps", "/craps"), ("/", "/dice"), ("/odds?x=2d6", "/odds?x=2d6"),
    ("/embed/pig?goal=50", "/embed/pig?goal=50"),
    ("/lessons/value-of-craps", "/lessons/value-of-craps"),
  ])
  func `where frames run no scripts a link leads to the same`(url: String, page: String) throws {
    guard case .string(let html)? = try ask([("url", url)]).json["html"] else {
      Issue.record("no html")
      return
    }
    #expect(html.hasPrefix("<blockquote><a href=\"https://dice.example\(page)\">"))
  }

  @Test(arguments: [
    ("300", "", 300, 640), ("", "200", 640, 200), ("1", "1", 1, 1), ("640", "640", 640, 640),
    ("5000", "5000", 640, 640),
  ])
  func `the frame stays within the limits`(
    widest: String, highest: String, width: Int, height: Int
  ) throws {
    let (_, json) = try ask([
      ("url", "https://dice.example/pig"), ("maxwidth", widest), ("maxheight", highest),
    ])
    #expect(json["width"] == .number(String(width)) && json["height"] == .number(String(height)))
    guard case .string(let html)? = json["html"] else { Issue.record("no html"); return }
    #expect(html.contains("width=\"100%\" height=\"\(height)\""))
    #expect((json["thumbnail_url"] == nil) == (widest != "5000"))
  }

  @Test(arguments: ["maxwidth", "maxheight"], ["0", "-1", "wide", "1.5", "99999999999999999999"])
  func `an invalid limit is refused`(name: String, value: String) throws {
    let (status, json) = try ask([("url", "https://dice.example/pig"), (name, value)])
    #expect(status == 400)
    #expect(
      json == ["error": .string("The parameter \(name) takes a whole number of pixels above 0.")])
  }

  @Test(arguments: [
    ("/odds?x=4d6+kh3&t=12", "Odds of 4d6kh3"), ("/odds?x=2d6&y=1d12", "Odds of 2d6 against 1d12"),
    ("/odds?x=2d6&y=oops", "Odds of 2d6"), ("/odds?x=oops&y=1d6", "Dice odds"),
    ("/embed/odds", "Dice odds"), ("/embed/dice?expression=2d6!", "Dice"),
  ])
  func `odds are named after what they are of`(url: String, name: String) throws {
    let json = try ask([("url", url)]).json
    #expect(json["title"] == .string("\(name) in Dicehall"))
    guard case .string(let html)? = json["html"] else { Issue.record("no html"); return }
    #expect(html.contains(" title=\"\(name) in Dicehall\""))
  }

  @Test(arguments: ["xml", "JSON", "html"])
  func `formats other than JSON are refused`(format: String) throws {
    let (status, json) = try ask([("url", "https://dice.example/pig"), ("format", format)])
    #expect(status == 501 && json["error"] != nil)
  }

  @Test func `a missing address is refused`() throws {
    #expect(try ask([]).status == 400)
    #expect(try ask([("url", "")]).status == 400)
  }

  @Test func `below a path only addresses below it count`() throws {
    var request = Request(.get, "/oembed", mount: "/games")
    request.query = Form(fields: [("url", "https://dice.example/games/dice")])
    var site = Visitor(hall: hall)
    #expect(site.ask(request).text.contains("https://dice.example/games/embed/dice"))
    request.query = Form(fields: [("url", "https://dice.example/dice")])
    #expect(site.ask(request).status == .notFound)
  }

  @Test func `without a host no address is ours`() {
    var site = Visitor()
    #expect(site.get("/oembed", [("url", "http://localhost/dice")]).status == .notFound)
  }

  @Test func `another method is refused in JSON`() {
    var site = Visitor(hall: hall)
    let answer = site.ask(Request(.post, "/oembed", body: "url=x"))
    #expect(answer.status == .methodNotAllowed)
    #expect(answer.header("Content-Type") == "application/json")
  }
}
