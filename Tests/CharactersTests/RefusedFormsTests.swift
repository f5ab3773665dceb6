import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Every form with something wrong in it: the mistake is said once, at its field, which has the focus.
@Suite struct RefusedFormsTests {
  private let stores = FakeStorage()

  @Test(arguments: [
    ("/dice/roll", "expression=banana", "expression"), ("/dice/roll", "dice=x", "dice"),
    ("/dice/roll", "modifier=x", "modifier"), ("/dice/choose", "die=d7", "die"),
    ("/dice/named/keep", "expression=1d6&rollName=", "rollName"),
    ("/dice/named/bring", "lines=attack", "lines"), ("/craps/ante", "ante=x", "ante"),
    ("/pig/players", "player1=", "player1"), ("/pig/players", "goal=1", "goal"),
    ("/pig/players", "opponent=x", "opponent"), ("/pig/players", "strategy=x", "strategy"),
    ("/pig/players", "beginner=x", "beginner"),
  ])
  func `a game says a mistake at its field`(path: String, form: String, field: String) {
    var visitor = Visitor()
    expect(visitor.post(path, form), at: field)
  }

  @Test(arguments: [
    ("/odds?x=banana", "x"), ("/odds?x=2d6&y=banana", "y"), ("/odds?x=2d6&t=banana", "t"),
    ("/embed?game=craps&balance=7", "balance"), ("/embed?game=craps&theme=x", "theme"),
  ])
  func `an address says a mistake at its field`(address: String, field: String) {
    var visitor = Visitor()
    expect(visitor.get(address), at: field)
  }

  @Test(arguments: [
    (Step.abilities, "abilities/continue", "", "abilities"),
    (.characterClass, "class/continue", "", "class"),
    (.characterClass, "class/choose/elf", "", "elf"),
    (.adjust, "adjust/raise/strength", "", "strength"),
    (.details, "details/alignment", "alignment=x", "alignment"),
    (.details, "details/level", "level=99", "level"),
    (.biography, "biography/continue", "name=", "name"),
    (.biography, "biography/continue", "name=Nim&languages=x", "languages"),
    (.equipment, "equipment/buy", "item=plate-mail&tab=armour", "plate-mail"),
  ])
  func `a step says a mistake at its field`(
    step: Step, move: String, form: String, field: String
  ) throws {
    var visitor = try Visitor.at(
      step, scores: [13, 8, 13, 13, 13, 13], gold: [1, 1, 1], named: "Nim")
    expect(visitor.post("/osr/new/\(move)", form), at: field)
  }

  @Test(arguments: [
    ("edit", "name=", "name"), ("edit", "alignment=x", "alignment"),
    ("edit", "languages=x", "languages"), ("play/hurt", "points=x", "points"),
    ("play/suffer", "condition=", "condition"), ("level/award", "points=x", "points"),
    ("level/rise", "", "rise"), ("level/start", "level=99", "level"),
    ("equipment/buy", "item=x&count=1", "goods-item"),
    ("equipment/buy", "item=sword&count=x", "goods-count"),
    ("equipment/sell", "item=sword&count=1&price=x", "own-sword"),
    ("equipment/add", "coin=goldPieces&amount=x", "amount"),
    ("equipment/add", "coin=x&amount=1", "coin"), ("equipment/note", "thing=&weight=1", "thing"),
    ("equipment/note", "thing=map&weight=x", "weight"),
  ])
  func `a character's page says a mistake at its field`(
    move: String, form: String, field: String
  ) throws {
    var visitor = Visitor(stores)
    let id = try visitor.keep(People.hilda, stores)
    expect(visitor.change(id, move, form), at: field)
  }

  @Test(arguments: [
    ("name", "name=", "name"), ("add", "character=x", "character"),
    ("retainers/hire", "hire=yes&character=x", "character"),
    ("animals/add", "kind=x", "kind"), ("animals/load", "place=0&load=x", "load-0"),
    ("animals/load", "place=0&load=1&name=\(String(repeating: "x", count: 61))", "name-0"),
  ])
  func `a party's page says a mistake at its field`(
    move: String, form: String, field: String
  ) throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    _ = try visitor.keep(People.aelindra, stores)
    _ = visitor.change(party: id, "animals/add", "kind=mule")
    expect(visitor.change(party: id, move, form), at: field)
  }

  @Test(arguments: [
    ("experience=x", "share-experience"), ("gold=x", "share-gold"), ("gold=1", "share"),
  ])
  func `shares say a mistake at their field`(query: String, field: String) throws {
    var visitor = Visitor(stores)
    let id = try visitor.keepThree(stores)
    expect(visitor.get("/osr/parties/\(id)/shares?\(query)"), at: field)
  }

  @Test(arguments: [
    ("/osr/parties/make", "name=&count=4", "name"),
    ("/osr/parties/make", "name=Us&count=9", "count"),
    ("/osr/parties/gather", "ownName=", "ownName"), ("/osr/vault/bring", "code=x", "code"),
  ])
  func `the vault says a mistake at its field`(path: String, form: String, field: String) throws {
    var visitor = Visitor(stores)
    _ = try visitor.keep(People.hilda, stores)
    expect(visitor.press(path, form), at: field)
  }

  @Test func `a file says all its mistakes at its field`() {
    var visitor = Visitor(stores)
    expect(visitor.upload(Array("{}".utf8)), at: "file")
  }

  @Test func `of several fields one line tells how many, and leads to the first`() {
    var visitor = Visitor()
    let page = visitor.post("/dice/roll", "dice=x&modifier=y")
    #expect(page.wrongFields == ["dice", "modifier"])
    #expect(
      page.text.contains(
        "<a href=\"#dice\">2 things need another look. Start with the first.</a>"))
  }

  /// Whether a page says one mistake, at that field only; the visitor has seen to the rest.
  private func expect(_ page: Response, at field: String) {
    #expect(page.wrongFields == [field])
    #expect(page.tag(of: field)?.contains(" autofocus") == true)
    #expect(!page.text.contains("id=\"problem\""))
  }
}
