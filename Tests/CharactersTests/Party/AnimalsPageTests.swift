import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct AnimalsPageTests {
  private let stores = FakeStorage()

  @Test func `animals are added, loaded and removed`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    #expect(visitor.get("/osr/parties/\(id)/animals").text.contains("There are no animals yet."))
    let answer = visitor.change(party: id, "animals/add", "kind=mule")
    #expect(answer.header("Location") == "/osr/parties/\(id)/animals")
    _ = visitor.change(party: id, "animals/load", "place=0&load=2,500&name=Bess")
    let page = visitor.get("/osr/parties/\(id)/animals")
    #expect(page.text.contains("Bess: 2,500 coins, 60 feet a turn, 12 miles a day."))
    #expect(page.fact("Moves") == "60 feet a turn, 12 miles a day")
    #expect(page.fact("Armour class") == "7 [12]")
    #expect(page.text.contains("Full speed up to 2,000 coins, half speed up to 4,000."))
    #expect(visitor.get("/osr/parties/\(id)").text.contains("<b>Bess</b> (mule)"))
    _ = visitor.change(party: id, "animals/load", "place=0&load=4001&name=")
    #expect(visitor.get("/osr/parties/\(id)/animals").text.contains("That’s too much."))
    #expect(visitor.get("/osr/parties/\(id)").fact("Slowest pace") == "carrying too much to move")
    _ = visitor.change(party: id, "animals/remove", "place=0")
    #expect(try visitor.kept(party: id, stores).party.animals == [])
  }

  @Test func `what is wrong is said at the animal, and what was typed stays`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    for _ in 0..<2 { _ = visitor.change(party: id, "animals/add", "kind=ridingHorse") }
    for load in ["-1", "20001", "x", ""] {
      let answer = visitor.change(party: id, "animals/load", "place=1&load=\(load)&name=Zo")
      #expect(answer.status == .unprocessable)
      #expect(answer.text.contains("The load in coins must be 0 to 20,000."))
      // A field for numbers can't show anything else.
      let kept = Int(load) == nil ? "" : load
      #expect(answer.text.contains("id=\"load-1\" name=\"load\" value=\"\(kept)\""))
      #expect(answer.text.contains("id=\"load-0\" name=\"load\" value=\"0\""))
      #expect(answer.text.contains("id=\"name-1\" name=\"name\" value=\"Zo\""))
    }
    let long = String(repeating: "x", count: 61)
    #expect(
      visitor.change(party: id, "animals/load", "place=0&load=1&name=\(long)").text
        .contains("A name can have at most 60 characters."))
    for kind in ["", "kind=cow"] {
      #expect(visitor.change(party: id, "animals/add", kind).status == .unprocessable)
    }
    for place in ["", "2", "-1", "x"] {
      for move in ["load", "remove"] {
        let answer = visitor.change(party: id, "animals/\(move)", "place=\(place)&load=1")
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains("That animal isn’t in this party any more."))
      }
    }
    for _ in 0..<10 { _ = visitor.change(party: id, "animals/add", "kind=mule") }
    #expect(visitor.get("/osr/parties/\(id)/animals").text.contains("There’s room for 12 animals."))
    #expect(visitor.change(party: id, "animals/add", "kind=mule").status == .unprocessable)
  }

  @Test func `an animal's morale is rolled`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    _ = visitor.change(party: id, "animals/add", "kind=draftHorse")
    visitor.faces = [2, 3]
    let answer = visitor.ask(
      Request(
        .post, "/osr/parties/\(id)/roll", body: "turn=0&page=animals&roll=morale-0"))
    #expect(answer.header("Location") == "/osr/parties/\(id)/animals")
    // 6 or less: 15 of 36.
    #expect(
      visitor.news(ofParty: "\(id)/animals")
        == """
        Morale of Draft horse: 2 + 3 = 5, needed 6 or less – it stays calm. The chance was 41.7% (5/12).
        """)
  }
}
