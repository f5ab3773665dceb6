import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct PartiesPageTests {
  private let stores = FakeStorage()

  @Test func `without a vault the page makes a party all the same`() throws {
    var visitor = Visitor(stores)
    let page = visitor.get("/osr/parties")
    #expect(page.status == .ok)
    #expect(page.pageTitle == "Parties – Dicehall")
    #expect(page.text.contains("Make a party"))
    #expect(visitor.session == Session())
    #expect(visitor.vaultKey == nil)
  }

  @Test(arguments: 2...8)
  func `a party of two to eight is made by surprise`(count: Int) throws {
    var visitor = Visitor(stores)
    let answer = visitor.pressAtRandom(
      "/osr/parties/make", "name=The+Lanterns&count=\(count)", seed: UInt64(count))
    #expect(answer.status == .seeOther)
    let address = try #require(answer.header("Location"))
    let page = visitor.get(address)
    #expect(page.pageTitle == "The Lanterns is in your vault. – The Lanterns – Dicehall")
    #expect(page.marchers.count == count)
    #expect(visitor.names().count == count)
    for id in visitor.ids() {
      #expect(try visitor.character(id, stores).brokenRules() == [])
    }
  }

  @Test func `nobody in a party made by surprise has another's name`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<30 {
      var party: [PlayerCharacter] = []
      for _ in 0..<8 {
        party.append(CharacterDraft.surprise(besides: party, places: 1, using: &random))
      }
      #expect(Set(party.map(\.name)).count == 8)
    }
  }

  @Test(arguments: 2...8)
  func `in a party made by surprise, somebody fights and somebody heals`(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    for _ in 0..<20 {
      var party: [PlayerCharacter] = []
      for places in (1...count).reversed() {
        party.append(CharacterDraft.surprise(besides: party, places: places, using: &random))
      }
      let classes = Set(party.map(\.characterClass))
      #expect(!classes.isDisjoint(with: [.fighter, .dwarf, .elf, .halfling]))
      #expect(classes.contains(.cleric))
      // Four classes ask for no scores, so that many are always different.
      #expect(classes.count >= min(count, 4))
    }
  }

  @Test(arguments: ["count=1", "count=9", "count=", "count=x", "count=-2", ""])
  func `no other number is made, and what was typed stays`(count: String) throws {
    var visitor = Visitor(stores)
    let answer = visitor.press("/osr/parties/make", "name=The+Few&\(count)")
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("The size of a party must be 2 to 8."))
    #expect(answer.text.contains("value=\"The Few\""))
    #expect(visitor.vaultKey == nil)
  }

  @Test func `a party needs a name`() throws {
    var visitor = Visitor(stores)
    for (path, field) in [("make", "count=3&name"), ("gather", "ownName")] {
      for name in ["", "%20", String(repeating: "x", count: 61)] {
        let answer = visitor.press("/osr/parties/\(path)", "\(field)=\(name)")
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains("A name "))
        #expect(answer.text.contains("aria-invalid=\"true\""))
      }
    }
    #expect(visitor.vaultKey == nil)
  }

  @Test func `a form makes one party, however often it is sent`() throws {
    var visitor = Visitor(stores)
    let form = "name=A&count=2"
    #expect(visitor.pressAtRandom("/osr/parties/make", form, seed: 1).status == .seeOther)
    let late = Request(.post, "/osr/parties/make", body: "revision=0&\(form)")
    #expect(visitor.ask(late).status == .conflict)
    #expect(visitor.names().count == 2)
  }

  @Test func `a party is gathered from the vault, or begins with nobody`() throws {
    var visitor = Visitor(stores)
    let hilda = try visitor.keep(People.hilda, stores)
    _ = try visitor.keep(People.nim, stores)
    let odo = try visitor.keep(People.odo, stores)
    let answer = visitor.press(
      "/osr/parties/gather", "ownName=A&character=\(odo)&character=\(hilda)")
    let page = visitor.get(try #require(answer.header("Location")))
    #expect(page.marchers == ["Odo", "Hilda"])
    let empty = visitor.press("/osr/parties/gather", "ownName=B")
    let other = visitor.get(try #require(empty.header("Location")))
    #expect(other.text.contains("Nobody is in this party yet."))
    #expect(visitor.get("/osr/vault").text.contains(">Your parties (2)</a>"))
    let list = visitor.get("/osr/parties").text
    #expect(list.contains("<p>2 characters</p>"))
    #expect(list.contains("<p>0 characters</p>"))
  }

  @Test func `more than eight are not gathered, and the choice stays`() throws {
    var visitor = Visitor(stores)
    var form = "ownName=Crowd"
    for number in 1...9 {
      let id = try visitor.keep(
        People.hilda.named("Hilda \(number)", number: UInt64(number)), stores)
      form += "&character=\(id)"
    }
    let answer = visitor.press("/osr/parties/gather", form)
    #expect(answer.status == .unprocessable)
    #expect(
      answer.text.contains("A party can have at most 8 characters, not counting retainers."))
    #expect(answer.text.matches(of: #/\schecked>/#).count == 9)
    #expect(visitor.press("/osr/parties/gather", "ownName=A&character=nobody").status == .conflict)
  }

  @Test func `a vault without room for all of them takes nobody`() throws {
    var visitor = Visitor(stores)
    _ = try visitor.keep(People.hilda, stores)
    stores.fillVaults()
    let answer = visitor.pressAtRandom("/osr/parties/make", "name=A&count=2", seed: 1)
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("Your vault is full"))
    #expect(visitor.names() == ["Hilda"])
  }

  @Test func `if somebody else adds something in between, nobody is left behind`() throws {
    var visitor = Visitor(stores)
    _ = try visitor.keep(People.hilda, stores)
    stores.outrun(with: .others(CharacterJSON.encode(People.nim)))
    let answer = visitor.pressAtRandom("/osr/parties/make", "name=A&count=2", seed: 1)
    #expect(answer.status == .conflict)
    #expect(visitor.names() == ["Nim", "Hilda"])
    #expect(!visitor.get("/osr/parties").text.contains("id=\"name-"))
  }

  @Test func `a deleted party can come back, and its characters never went`() throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    let answer = visitor.change(party: id, "delete")
    #expect(answer.header("Location") == "/osr/parties")
    let page = visitor.get("/osr/parties")
    #expect(page.text.contains("The Lanterns was deleted."))
    #expect(visitor.get("/osr/vault").text.contains("The Lanterns was deleted."))
    #expect(visitor.names().count == 3)
    let back = visitor.press("/osr/vault/\(id)/undo")
    #expect(back.header("Location") == "/osr/parties")
    #expect(visitor.get("/osr/parties").text.contains("The Lanterns is back in your vault."))
    #expect(visitor.get("/osr/parties/\(id)").marchers == ["Hilda", "Nim", "Odo"])
  }

  @Test func `storage that fails says so`() throws {
    var visitor = Visitor(stores)
    stores.fail(with: .unavailable("broken"))
    let answer = visitor.pressAtRandom("/osr/parties/make", "name=A&count=2", seed: 1)
    #expect(answer.status == .unavailable)
  }
}
