import Testing
import Web

@testable import Site

private let hall = makeSite(publicURL: "https://dice.example")

/// The page where teachers prepare a frame.
@Suite struct EmbedPageTests {
  private func page(_ query: (name: String, value: String)...) -> String {
    var teacher = Visitor(hall: hall)
    let answer = teacher.get("/embed", query)
    #expect(answer.status == .ok)
    return answer.text
  }

  /// The text in a field to copy from, as a browser shows it.
  private func field(_ id: String, in page: String) throws -> String {
    let start = try #require(page.firstRange(of: "<textarea id=\"\(id)\""))
    let text = page[start.upperBound...].drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
    return unescaped(String(text))
  }

  private func unescaped(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  @Test func `without a query every game has its line, its preview and its form`() throws {
    var teacher = Visitor(hall: hall)
    let page = teacher.get("/embed").text
    #expect(Site.games.count >= 4)
    for game in Site.games {
      #expect(
        try field("\(game.slug)-line", in: page) == """
          <iframe src="https://dice.example/embed/\(game.slug)" title="\(game.name) in Dicehall" \
          width="100%" height="640" loading="lazy" frameborder="0"></iframe>
          """)
      #expect(page.contains("<iframe src=\"/embed/\(game.slug)\""))
      #expect(page.contains("href=\"/embed?game=\(game.slug)\""))
    }
  }

  @Test func `without a name on the web no line is shown that could not work`() {
    var teacher = Visitor()
    let page = teacher.get("/embed").text
    #expect(page.contains("href=\"/embed?game=pig\""))
    #expect(!page.contains("&lt;iframe"))
  }

  @Test func `the host of the request serves where the operator named no address`() throws {
    var request = Request(.get, "/embed", mount: "/games")
    request.query = try Form(urlencoded: "game=pig".utf8)
    request.host = "class.example:8080"
    request.isSecure = true
    var teacher = Visitor()
    #expect(
      try field("address", in: teacher.ask(request).text)
        == "https://class.example:8080/games/embed/pig")
  }

  @Test(arguments: Site.games.map { $0.slug })
  func `the form has every option of the chosen game and none of another`(slug: String) throws {
    let page = page(("game", slug))
    let game = try #require(Site.games.first { $0.slug == slug })
    let own = (game.options + FrameState.options).map(\.name) + ["game", "width", "height"]
    let names = page.matches(of: /(?:select|input)[^>]* name="([^"]+)"/).map { String($0.1) }
    #expect(names.sorted() == own.sorted())
    for name in own { #expect(page.contains("<label for=\"\(name)\">")) }
  }

  @Test func `what is chosen is in the address, the line, the preview and the form`() throws {
    let page = page(
      ("game", "dice"), ("die", "d6"), ("dice", "2"), ("modifier", "-3"), ("theme", "dark"),
      ("controls", "play"), ("seed", "monday3"), ("width", "500"), ("height", "700"))
    let query = "die=d6&dice=2&modifier=-3&theme=dark&controls=play&seed=monday3"
    #expect(try field("address", in: page) == "https://dice.example/embed/dice?\(query)")
    let line = try field("line", in: page)
    #expect(
      line.contains(
        "src=\"https://dice.example/embed/dice?\(query.replacing("&", with: "&amp;"))\""))
    #expect(line.contains("width=\"500\" height=\"700\""))
    let preview = try #require(page.firstMatch(of: /<iframe src="([^"]+)"/))
    #expect(unescaped(String(preview.1)) == "/embed/dice?\(query)")
    #expect(page.contains("<option value=\"d6\" selected>d6</option>"))
    #expect(page.contains("name=\"modifier\" value=\"-3\""))
    #expect(!page.contains("class=\"notice\""))
  }

  @Test func `an empty field is the usual and leaves the address short`() throws {
    let page = page(
      ("game", "craps"), ("balance", ""), ("ante", ""), ("theme", ""), ("seed", ""), ("width", ""))
    #expect(try field("address", in: page) == "https://dice.example/embed/craps")
    #expect(!page.contains("class=\"notice\""))
  }

  /// The defaults of the parser and of the form agree.
  @Test func `the usual value of an option changes nothing`() {
    for game in Site.games {
      for option in game.options where !option.usual.isEmpty {
        var asked = StartOptions(of: game, Form(fields: [(option.name, option.usual)])).session
        let plain = StartOptions(of: game, Form()).session
        asked[FrameState.self] = plain[FrameState.self]
        #expect(asked == plain, "\(game.slug) \(option.name)")
      }
    }
  }

  @Test func `options of the game before are dropped in silence`() throws {
    let page = page(("game", "pig"), ("die", "d6"), ("balance", "200"), ("goal", "50"))
    #expect(try field("address", in: page) == "https://dice.example/embed/pig?goal=50")
    #expect(!page.contains("class=\"notice\""))
  }

  @Test(arguments: [
    ("goal", "5", "The option goal takes whole numbers from 10 to 200, so it is 10."),
    ("opponent", "dog", "The option opponent takes person or computer; it was left out."),
    ("theme", "pink", "The option theme takes auto, light or dark; it was left out."),
    ("height", "9", "The option height takes whole numbers from 320 to 2,000, so it is 320."),
    ("width", "wide", "The option width takes a number; it was left out."),
    ("zoom", "2", "There is no option “zoom” here; it was left out."),
    ("seed", "a b", "The option seed takes 1 to 40 letters or digits; it was left out."),
  ])
  func `the page says what was corrected`(name: String, value: String, sentence: String) {
    #expect(page(("game", "pig"), (name, value)).contains("data-announce>\(sentence)</p>"))
  }

  @Test func `an unknown game is reported and the page shows dice`() throws {
    let page = page(("game", "<poker>"))
    #expect(page.contains("There is no game “&lt;poker&gt;” here; these are dice."))
    #expect(try field("address", in: page) == "https://dice.example/embed/dice")
  }

  @Test(arguments: ["\"><script>x</script>", "Zoë & ‘Bo’", "</textarea><b>", "a=b&c#d%"])
  func `a hostile name stays a name`(name: String) throws {
    let page = page(("game", "pig"), ("player1", name))
    #expect(!page.contains("<script>x") && !page.contains("</textarea><b>"))
    let address = try field("address", in: page)
    let query = try #require(address.split(separator: "?").last)
    let form = try Form(urlencoded: query.utf8)
    let line = try field("line", in: page)
    if address.contains("?") { #expect(form["player1"] == name) }
    #expect(line.filter { $0 == "<" }.count == 2 && line.filter { $0 == "\"" }.count == 12)
  }

  @Test func `the check says what it found`() throws {
    var request = Request(.get, EmbedCheckPage.path)
    request.fetchDestination = "iframe"
    request.fetchSite = "cross-site"
    var teacher = Visitor(hall: hall)
    let first = teacher.ask(request)
    #expect(first.text.contains("name=\"from\" value=\"elsewhere\""))
    #expect(first.header("Content-Security-Policy")?.contains("frame-ancestors 'self' *") == true)

    var press = Request(.post, EmbedCheckPage.path, body: "from=elsewhere")
    press.isSecure = true
    press.fetchSite = "cross-site"
    let answer = teacher.ask(press)
    #expect(answer.header("Location") == "/embed/check?pressed=yes&from=elsewhere")
    let cookie = try #require(answer.header("Set-Cookie"))
    #expect(cookie.hasPrefix("__Host-dicehall-check=yes; "))
    #expect(cookie.hasSuffix("; HttpOnly; SameSite=None; Secure; Partitioned"))

    request.query = Form(fields: [("pressed", "yes"), ("from", "elsewhere")])
    request.fetchSite = "same-origin"
    request.isSecure = true
    #expect(teacher.ask(request).text.contains("Games work here</h1>"))
    #expect(teacher.ask(request).text.contains("your browser kept no cookie here"))
    request.cookies = "__Host-dicehall-check=yes"
    #expect(teacher.ask(request).text.contains("Yes: your browser kept a cookie"))
    request.isSecure = false
    #expect(teacher.ask(request).text.contains("Games work here, with a limit</h1>"))
    request.query = Form(fields: [("pressed", "yes"), ("from", "<b>")])
    #expect(teacher.ask(request).text.contains("Your browser does not say"))
  }

  @Test func `without https the check sets no cookie, which no frame would keep`() {
    var teacher = Visitor(hall: hall)
    let answer = teacher.ask(Request(.post, EmbedCheckPage.path, body: "from=alone"))
    #expect(answer.status == .seeOther && answer.header("Set-Cookie") == nil)
  }
}

extension Form {
  /// Makes a form with these fields, as a query would.
  init(fields: [(name: String, value: String)]) {
    self = (try? Form(urlencoded: PercentCoding.encode(fields).utf8)) ?? Form()
  }
}
