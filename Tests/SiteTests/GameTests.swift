import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// What every game in the list must provide.
@Suite struct GameTests {
  @Test func `no two parts of a session have the same tag`() {
    let tags =
      features.games.map { tag(of: $0) } + [VaultState.tag, HiddenIntroduction.tag, FrameState.tag]
    #expect(tags.count >= 7)
    #expect(Set(tags).count == tags.count)
  }

  private func tag<One: Game>(of _: One.Type) -> UInt8 { One.State.tag }

  @Test func `every game has addresses of its own, a name and a preview`() {
    #expect(Set(features.games.map { $0.slug }).count == features.games.count)
    for game in features.games {
      #expect(game.slug.wholeMatch(of: /[a-z]+/) != nil)
      #expect(game.routes.contains { $0.path == game.root && $0.presence.isFirstView })
      #expect(game.routes.contains { $0.path == game.home && $0.method == .get })
      #expect(game.placeNames[game.root] != nil)
      #expect(!game.pages.isEmpty)
    }
  }

  @Test func `navigation, home page and error pages lead to every game`() {
    var visitor = Visitor()
    for path in ["/", "/about", "/nothing"] {
      let page = visitor.get(path).text
      for game in features.games {
        #expect(page.contains(" href=\"\(game.root)\">\(game.name)</a>"), "\(path) \(game.slug)")
      }
    }
    #expect(visitor.get("/odds").text.contains("href=\"/odds\" aria-current=\"page\">Odds</a>"))
    let home = visitor.get("/").text
    #expect(home.matches(of: /<li class="lid [a-z]+"/).count == features.games.count + 2)
    #expect(home.matches(of: /class="button primary"/).count == 1)
  }

  @Test(
    arguments: [
      ("/characters", "/osr"), ("/rooms", "/room"), ("/home", "/"), ("/vault", "/osr/vault"),
      ("/cloud", "/osr/cloud"), ("/parties", "/osr/parties"), ("/new", "/osr/new"),
    ])
  func `an address that one would guess leads to the page`(guess: String, page: String) {
    var visitor = Visitor()
    let answer = visitor.get(guess)
    #expect(answer.status == .movedPermanently)
    #expect(answer.header("Location") == page)
  }

  @Test func `a game's link is marked on its own pages`() {
    var visitor = Visitor()
    for game in features.games {
      #expect(visitor.get(game.root).text.contains("href=\"\(game.root)\" aria-current=\"page\""))
    }
    let page = visitor.get("/craps/start-over").text
    #expect(page.contains("href=\"/craps\" aria-current=\"true\""))
    #expect(!page.contains("href=\"/pig\" aria-current"))
  }

  @Test func `a phone's home screen offers every game, then more`() throws {
    var visitor = Visitor()
    let manifest = visitor.get("/site.webmanifest")
    _ = try JSON(manifest.body)
    let addresses = manifest.text.matches(of: /"url": "([^"]+)"/).map { String($0.1) }
    #expect(addresses.starts(with: features.games.map { $0.root }))
    #expect(addresses.count > features.games.count)
  }

  @Test func `an address belongs to the audience of its route`() {
    for route in features.routes {
      #expect(Audience(of: route.path) == route.audience, "\(route.path)")
    }
    #expect(Audience(of: "/embed/craps/roll") == .frames)
    #expect(Audience(of: "/api/nothing") == .programs)
    for path in ["/embed", "/oembeds", "/oembed/", "/apis", "/", ""] {
      #expect(Audience(of: path) == .people, "\(path)")
    }
  }
}
