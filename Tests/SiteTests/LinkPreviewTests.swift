import Storage
import Testing
import Visitors
import Web

@testable import Site

/// What other sites show for a link to us: Open Graph, and the link to oEmbed.
@Suite struct LinkPreviewTests {
  private let hall = makeSite(publicURL: "https://dice.example")

  private func meta(_ name: String, in page: String) -> String? {
    guard let start = page.firstRange(of: "<meta property=\"\(name)\" content=\"") else {
      return nil
    }
    return String(page[start.upperBound...].prefix { $0 != "\"" })
  }

  @Test(arguments: [
    ("/", "preview.png"), ("/dice", "preview-dice.png"), ("/craps", "preview-craps.png"),
    ("/pig", "preview-pig.png"), ("/osr", "preview-characters.png"), ("/embed", "preview.png"),
    ("/rules/pig", "preview.png"), ("/odds", "preview.png"), ("/rules/dice", "preview.png"),
    ("/lessons/fair-dice", "preview.png"),
  ])
  func `a page for everybody has a card with a picture`(path: String, file: String) throws {
    var visitor = Visitor(hall: hall)
    let page = visitor.get(path).text
    #expect(meta("og:url", in: page) == "https://dice.example\(path)")
    #expect(page.contains("<link rel=\"canonical\" href=\"https://dice.example\(path)\">"))
    #expect(meta("og:image", in: page) == "https://dice.example/\(file)")
    #expect(meta("og:title", in: page)?.isEmpty == false)
    #expect(meta("og:description", in: page)?.isEmpty == false)
    #expect(meta("og:type", in: page) == "website")
    #expect(meta("og:site_name", in: page) == "Dicehall")
    #expect(meta("og:image:alt", in: page)?.contains("Dicehall") == true)
  }

  @Test(arguments: [PreviewPicture.hall] + features.games.map { $0.picture })
  func `a picture has its size and is small`(picture: PreviewPicture) throws {
    let bytes = Array(try publicFile(picture.file))
    #expect(1_000...60_000 ~= bytes.count)
    // PNG, third edition, 11.2.2: the header begins with width and height.
    func number(at start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(number(at: 16) == PreviewPicture.width && number(at: 20) == PreviewPicture.height)
  }

  @Test func `missing pages, the frame check and games under way have no card`() {
    var visitor = Visitor(hall: hall)
    for path in ["/nothing", "/embed/check"] {
      #expect(!visitor.get(path).text.contains("og:"), "\(path)")
    }
    let begun = framed("/embed/pig/aaaaaaaaaaaaaaaaaaaaaaaaaa")
    #expect(begun.status == .ok && !begun.text.contains("og:"))
    #expect(!begun.text.contains("oembed"))
  }

  @Test func `a frame's game with its options can be passed on before its first move`() throws {
    let page = framed("/embed/pig", query: "goal=50&goal2=7&theme=dark").text
    #expect(
      page.contains("og:url\" content=\"https://dice.example/embed/pig?goal=50&amp;theme=dark\""))
    #expect(page.contains("%2Fembed%2Fpig%3Fgoal%3D50%26theme%3Ddark&amp;format=json"))
  }

  private func framed(_ path: String, query: String = "") -> Response {
    var request = Request(.get, path)
    request.query = (try? Form(urlencoded: query.utf8)) ?? Form()
    let visit = EmbedAddress(path, in: features).map {
      $0.key == nil ? EmbedVisit($0, beginningBy: request.query) : EmbedVisit($0, isKept: true)
    }
    var session = Session()
    var vaultKey: VaultID?
    return hall.respond(
      to: request, session: &session, vaultKey: &vaultKey, random: SystemRandomNumberGenerator(),
      now: 0, embed: visit)
  }

  @Test func `without a host there is no card, and the way to oEmbed goes on from the page`() {
    var visitor = Visitor()
    let page = visitor.get("/dice").text
    #expect(!page.contains("og:"))
    #expect(page.contains("json+oembed\" href=\"/oembed?url=%2Fdice&amp;format=json\""))
  }

  @Test func `a host that only the request names makes neither card nor canonical address`() {
    var request = Request(.get, "/dice", mount: "/games")
    request.host = "evil.example"
    var visitor = Visitor()
    let page = visitor.ask(request).text
    #expect(meta("og:url", in: page) == nil)
    #expect(!page.contains("canonical") && !page.contains("evil"))
    #expect(page.contains("href=\"/games/oembed?url=%2Fgames%2Fdice&amp;format=json\""))
  }

  @Test func `a player's page has no card, but keeps the canonical address`() {
    var request = Request(.get, "/dice")
    request.cookies = "dicehall=x"
    var visitor = Visitor(hall: hall)
    let page = visitor.ask(request).text
    #expect(meta("og:url", in: page) == nil)
    #expect(page.contains("rel=\"canonical\" href=\"https://dice.example/dice\""))
  }

  @Test func `what can be framed leads to oEmbed, and no other page does`() {
    var visitor = Visitor(hall: hall)
    for game in features.games {
      #expect(
        visitor.get("/\(game.slug)").text.contains(
          """
          <link rel="alternate" type="application/json+oembed" \
          href="https://dice.example/oembed?url=https%3A%2F%2Fdice.example%2F\(game.slug)&amp;format=json" title=
          """))
    }
    for path in ["/", "/odds", "/lessons/fair-dice"] {
      #expect(visitor.get(path).text.contains("json+oembed"), "\(path)")
    }
    for path in ["/rules/pig", "/embed", "/lessons", "/lessons/fair-dice/answers"] {
      #expect(!visitor.get(path).text.contains("json+oembed"), "\(path)")
    }
  }
}
