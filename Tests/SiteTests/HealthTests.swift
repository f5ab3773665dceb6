import Fakes
import Storage
import Testing
import Visitors
import Web

@testable import Site

@Suite struct HealthTests {
  private let storage = FakeStorage()

  private func ask(_ path: String) -> Response {
    var visitor = Visitor(hall: makeSite(storage))
    return visitor.get(path)
  }

  @Test(arguments: Site.probes)
  func `a monitor gets one word, for this moment only`(path: String) {
    let answer = ask(path)
    #expect(answer.status == .ok && answer.text == "ok\n")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("Set-Cookie") == nil)
  }

  @Test(arguments: [
    ("/healthz", "Games can’t be saved right now.\n"),
    ("/readyz", "Games can’t be read right now.\n"),
  ])
  func `a hall without its storage is neither well nor ready`(path: String, sentence: String) {
    storage.fail(with: .unavailable("The disk is gone."))
    let answer = ask(path)
    #expect(answer.status == .unavailable && answer.text == sentence)
    #expect(answer.header("Cache-Control") == "no-store")
  }
}

@Suite struct RequestNumberTests {
  @Test func `an error page has the number to report it by, if there is one`() {
    let hall = Site(
      features,
      templates: site.templates, assets: site.assets, requestNumber: { "5f3a-1" })
    var visitor = Visitor(hall: hall)
    let sentence = "If you report this, give the number <code>5f3a-1</code>."
    #expect(visitor.get("/nowhere").text.contains(sentence))
    #expect(visitor.get("/embed/pig/nowhere").text.contains(sentence))
    #expect(!visitor.get("/craps").text.contains("number <code>"))
    var uncounted = Visitor()
    #expect(!uncounted.get("/nowhere").text.contains("report this"))
  }
}
