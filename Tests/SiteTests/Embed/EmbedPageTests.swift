import Testing
import Visitors
import Web

@testable import Site

private let hall = makeSite(publicURL: "https://dice.example")

/// The page where teachers prepare a frame.
@Suite struct EmbedPageTests {
  private func page(_ query: (name: String, value: String)...) -> String { page(query) }

  private func page(_ query: [(name: String, value: String)]) -> String {
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
    #expect(features.framables.count == features.games.count + 1)
    for game in features.framables {
      // In a frame of the usual height there is room for the moves.
      let moves = game == .odds ? "" : "?controls=play"
      #expect(
        try field("\(game.slug)-line", in: page) == """
          <iframe src="https://dice.example/embed/\(game.slug)\(moves)" title="\(game.name) in Dicehall" \
          width="100%" height="640" loading="lazy" frameborder="0"></iframe>
          """)
      #expect(page.contains("<iframe src=\"/embed/\(game.slug)\(moves)\""))
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
        == "https://class.example:8080/games/embed/pig?controls=play")
  }

  @Test(arguments: features.games.map { $0.slug })
  func `the form has every option of the chosen game and none of another`(slug: String) throws {
    let page = page(("game", slug))
    let game = try #require(features.games.first { $0.slug == slug })
    let own = (game.options + FrameState.options).map(\.name) + ["game", "of", "width", "height"]
    let names = page.matches(of: /(?:select|input)[^>]* name="([^"]+)"/).map { String($0.1) }
    #expect(names.sorted() == own.sorted())
    for name in own where name != "of" { #expect(page.contains("<label for=\"\(name)\">")) }
  }

  @Test func `what is chosen is in the address, the line, the preview and the form`() throws {
    let page = page(
      ("game", "dice"), ("die", "d6"), ("dice", "2"), ("modifier", "-3"), ("theme", "dark"),
      ("ground", "white"), ("controls", "full"), ("seed", "monday3"), ("width", "500"),
      ("height", "700"))
    let query = "die=d6&dice=2&modifier=-3&theme=dark&ground=white&controls=full&seed=monday3"
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

  @Test(
    arguments: [
      ("craps", "dark", "none", " style=\"color-scheme: dark\""),
      ("odds", "light", "none", " style=\"color-scheme: light\""), ("pig", "auto", "none", ""),
      ("pig", "dark", "white", ""), ("pig", "dark", "paper", ""),
    ])
  func `the line says which colours a frame has without a ground`(
    game: String, theme: String, ground: String, style: String
  ) throws {
    let page = page(("game", game), ("theme", theme), ("ground", ground))
    #expect(try field("line", in: page).hasSuffix(" frameborder=\"0\"\(style)></iframe>"))
  }

  @Test func `an empty field is the usual`() throws {
    let page = page(
      ("game", "craps"), ("balance", ""), ("ante", ""), ("theme", ""), ("seed", ""), ("width", ""))
    #expect(try field("address", in: page) == "https://dice.example/embed/craps?controls=play")
    #expect(!page.contains("class=\"notice\""))
  }

  /// The defaults of the parser and of the form agree.
  @Test func `the usual value of an option changes nothing`() {
    for game in features.games {
      for option in game.options where !option.defaultValue.isEmpty {
        var asked = StartOptions(of: game, Form(fields: [(option.name, option.defaultValue)]))
          .session
        let plain = StartOptions(of: game, Form()).session
        asked[FrameState.self] = plain[FrameState.self]
        #expect(asked == plain, "\(game.slug) \(option.name)")
      }
    }
  }

  @Test func `each game keeps what was typed for it, and no other game has it`() throws {
    // A form for Pig in which dice were chosen, with what was typed for Craps before.
    let dice = page(
      ("game", "dice"), ("of", "pig"), ("craps.ante", "7"), ("goal", "50"), ("player1", "Zoë"),
      ("theme", "dark"), ("seed", "a b"), ("height", "500"), ("zoom", "2"), ("craps.zoom", "2"))
    #expect(try field("address", in: dice) == "https://dice.example/embed/dice?controls=play")
    #expect(!dice.contains("class=\"notice\"") && !dice.contains("zoom"))
    let kept = dice.matches(of: /type="hidden" name="(\w+\.\w+)" value="([^"]*)"/).map {
      (String($0.1), String($0.2))
    }
    #expect(
      kept.map { "\($0.0)=\($0.1)" } == [
        "craps.ante=7", "pig.goal=50", "pig.player1=Zoë", "pig.theme=dark", "pig.seed=a b",
        "pig.height=500",
      ])
    // Back to Pig, everything is as it was, mistakes included.
    let pig = self.page(
      [("game", "pig"), ("of", "dice"), ("die", "d6")] + kept.map { (name: $0.0, value: $0.1) })
    #expect(
      try field("address", in: pig)
        == "https://dice.example/embed/pig?goal=50&player1=Zo%C3%AB&theme=dark&controls=play")
    #expect(pig.contains("name=\"seed\" value=\"a b\""))
    #expect(pig.contains("name=\"dice.die\" value=\"d6\""))
    #expect(pig.contains("height=\"500\" loading"))
  }

  @Test(arguments: [
    ("goal", "5", "Goal", " must be a whole number from 10 to 200; the game will start with 10."),
    ("opponent", "dog", "Opponent", ": there’s no such choice, so it was left out."),
    ("theme", "pink", "Colours", ": there’s no such choice, so it was left out."),
    (
      "height", "9", "Height in pixels",
      " must be a whole number from 320 to 2,000; the frame will have 320."
    ),
    (
      "player1", String(repeating: "x", count: 31), "Player 1 name",
      " is too long: at most 30 characters. It was left out."
    ),
    ("width", "wide", "Width in pixels", " must be a number; it was left out."),
    (
      "seed", "a b", "Same dice for everyone",
      " must be 1 to 40 letters or digits; it was left out."
    ),
  ])
  func `the page says what was corrected, by the field's name, and keeps what was typed`(
    name: String, value: String, label: String, text: String
  ) throws {
    let page = page(("game", "pig"), (name, value))
    #expect(page.contains("<p>\(label)\(text)</p>"))
    let control = try #require(
      page.matches(of: /<(?:input|select) id="(\w+)"[^>]*>/).first { $0.1 == name }
    ).0
    #expect(control.contains("aria-invalid=\"true\"") && control.contains("\(name)-wrong"))
    #expect(control.contains("value=\"\(value)\"") || control.hasPrefix("<select"))
  }

  @Test func `odds are planned like a game`() throws {
    let page = page(
      ("game", "odds"), ("x", "2D6 + 3"), ("y", "1d12"), ("t", "10"), ("theme", "dark"),
      ("pig.goal", "50"))
    let query = "x=2d6%2B3&y=1d12&t=10&theme=dark"
    #expect(try field("address", in: page) == "https://dice.example/embed/odds?\(query)")
    let title = "title=\"Odds of 2d6+3 against 1d12 in Dicehall\""
    #expect(try field("line", in: page).contains(title))
    #expect(page.contains("<h1>Dice odds for your page</h1>") && !page.contains("class=\"notice\""))
    for (name, label) in [("x", "Expression"), ("y", "Against"), ("t", "Target")] {
      #expect(page.contains("<label for=\"\(name)\">\(label)</label>"))
    }
    #expect(page.contains("name=\"x\" value=\"2D6 + 3\" maxlength=\"200\""))
    #expect(page.contains("name=\"pig.goal\" value=\"50\"") && !page.contains("name=\"seed\""))
    #expect(try field("address", in: self.page(("game", "odds"))).hasSuffix("/embed/odds"))
  }

  @Test(arguments: [
    (
      "x", "4d6k3h", "Expression",
      " was left out. I don’t understand ‘k3h’. Did you mean 4d6kh3?"
    ),
    (
      "t", "soon", "Target",
      " must be a whole number or a fraction such as 7/2, with at most 20 digits; it was left out."
    ),
    ("y", "1d12", "Against", " needs an expression; it was left out."),
  ])
  func `what odds cannot show is left out, and said`(
    name: String, value: String, label: String, text: String
  ) throws {
    let page = page(("game", "odds"), (name, value))
    #expect(page.contains("<p>\(label)\(text)</p>"))
    #expect(page.contains("name=\"\(name)\" value=\"\(value)\""))
    #expect(try field("address", in: page) == "https://dice.example/embed/odds")
  }

  @Test func `the page says what is no option`() {
    let page = page(("game", "pig"), ("zoom", "2"))
    #expect(page.contains("data-announce>There’s no option “zoom” here; it was left out.</p>"))
  }

  @Test func `each game's page leads here, and the line for the height is here too`() throws {
    for game in features.games {
      var visitor = Visitor(hall: hall)
      let link = "href=\"/embed?game=\(game.slug)\">\(game.classInvitation)</a>"
      #expect(visitor.get(game.root).text.contains(link))
      #expect(visitor.get(game.opening).text.contains(link))
      #expect(!visitor.get("/embed").text.contains(link))
    }
    var visitor = Visitor(hall: hall)
    for path in ["/osr/vault", "/osr/cloud", "/pig/log", "/reference/classes"] {
      #expect(!visitor.get(path).text.contains("class page</a>"), "\(path)")
    }
    #expect(
      try field("script-line", in: page(("game", "pig")))
        == "<script src=\"https://dice.example/embed-host.js\" async></script>")
  }

  @Test func `an unknown game is reported and the page shows dice`() throws {
    let page = page(("game", "<poker>"))
    #expect(page.contains("There’s no game “&lt;poker&gt;” here, so here are the dice."))
    #expect(try field("address", in: page) == "https://dice.example/embed/dice?controls=play")
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
    #expect(teacher.ask(request).text.contains("Your browser doesn’t say"))
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
