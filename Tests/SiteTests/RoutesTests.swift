import Testing
import Visitors
import Web

@testable import Site

@Suite struct RoutesTests {
  @Test func `no address takes a method twice`() {
    let pairs = features.routes.map { "\($0.method) \($0.path)" }
    #expect(Set(pairs).count == pairs.count)
    #expect(pairs.count > 20)
  }

  @Test func `addresses are lower case nouns without a slash at the end`() {
    for route in features.routes {
      let isNouns = route.path.wholeMatch(of: /\/|(\/(\*|[a-z]+[0-9]?([.-][a-z0-9]+)*))+/) != nil
      #expect(isNouns, "\(route.path)")
    }
  }

  @Test func `every move of a first visit is answered with a redirect or a refusal`() {
    // Routes with a parameter have no character yet, programs send other bodies, the embedding check
    // plays nothing, and no learning platform is registered.
    for route in features.routes
    where route.method == .post && route.body == .form && !route.hasParameter
      && route.path != EmbedCheckPage.path && !route.path.hasPrefix("/lti/")
    {
      var visitor = Visitor()
      let answer = visitor.post(route.path)
      #expect([.seeOther, .unprocessable].contains(answer.status), "\(route.path)")
      #expect((answer.status == .seeOther) == (visitor.session != Session()), "\(route.path)")
    }
  }

  @Test func `generated pages are the same for everybody`() {
    var visitor = Visitor(faces: [3, 4])
    _ = visitor.post("/craps/roll")
    _ = visitor.post("/dice/roll")
    let pages = features.routes.filter { $0.presence == .generated }
    #expect(pages.count >= 5)
    for route in pages {
      var stranger = Visitor()
      #expect(visitor.get(route.path) == stranger.get(route.path), "\(route.path)")
      #expect(!features.needs(at: route.path).session)
    }
  }
}
