import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Chance for a step or for all of it, and where the character is kept.
@Suite struct SurpriseAndSaveTests {
  @Test func `one press makes a whole character, legal and ready to review`() throws {
    var visitor = Visitor(faces: [3, 5, 2, 6, 1])
    #expect(visitor.get("/osr/new/abilities").offers("Surprise me"))
    let page = try visitor.make("surprise")
    #expect(visitor.draft.firstOpenStep == .review)
    #expect(page.text.contains("ready to play"))
    var random = SeededGenerator(seed: 1)
    #expect(try visitor.draft.character(id: CharacterID(using: &random)).brokenRules().isEmpty)
  }

  @Test func `what is there already is named before chance replaces it`() throws {
    var visitor = try Visitor.at(.equipment, named: "Ada")
    let first = visitor.get("/osr/new/abilities").text
    #expect(first.contains(#"<form method="get" action="/osr/new/surprise">"#))
    let question = visitor.get("/osr/new/surprise")
    #expect(question.offers("Yes, surprise me") && question.offers("Keep character"))
    #expect(question.text.contains("<li>Class: Fighter</li>"))
    #expect(visitor.draft.name == "Ada")
    _ = try visitor.make("surprise")
    #expect(visitor.draft.name != "Ada")
    var stranger = Visitor()
    #expect(stranger.get("/osr/new/surprise").offers("Roll abilities"))
  }

  @Test func `a surprise can be pressed again at once, and rolls are counted`() throws {
    var visitor = Visitor(faces: [3, 5, 2, 6, 1])
    let first = try visitor.make("surprise")
    #expect(first.offers("Surprise me"))
    #expect(first.text.contains("Abilities rolled once"))
    visitor.faces = [6, 4, 5, 2, 3]
    let second = try visitor.make("surprise")
    #expect(second.offers("Surprise me") && second.text.contains("Abilities rolled twice"))
    // On the first page too, and there is nothing to ask.
    #expect(visitor.get("/osr/new/abilities").text.contains(#"formaction="/osr/new/surprise""#))
    #expect(!visitor.get("/osr/new/surprise").offers("Yes, surprise me"))
    #expect(Session(visitor.session.bytes)?[DraftState.self]?.isByChance == true)
    // Once somebody has changed it, it asks first; once it is saved, it need not.
    _ = try visitor.make("biography/continue", "name=Ada&title=")
    #expect(!visitor.get("/osr/new/review").offers("Surprise me"))
    #expect(visitor.get("/osr/new/surprise").offers("Yes, surprise me"))
  }

  @Test func `a new character begins empty, and the last one stays until the first move`() throws {
    var visitor = try Visitor.at(.equipment, named: "Ada")
    let page = visitor.get("/osr/new/begin")
    #expect(page.text.contains("Step 1: ") && page.offers("Roll abilities"))
    let waiting = #"You have an unfinished fighter, Ada. <a href="/osr/new">Continue it</a>"#
    #expect(page.text.contains(waiting))
    #expect(page.text.contains("Makes a whole character for you, ready to play."))
    #expect(visitor.get("/osr").text.contains(waiting))
    #expect(!page.offers("Abandon character") && visitor.draft.name == "Ada")
    // What is wrong on the empty page is said there, and nothing has changed.
    let wrong = visitor.post("/osr/new/abilities/continue", "begin=yes")
    #expect(wrong.status == .unprocessable && wrong.text.contains("Continue it"))
    #expect(visitor.draft.name == "Ada")
    // A form from before does not replace what came after.
    #expect(visitor.post("/osr/new/abilities/roll", revision: 2, "begin=yes").status == .conflict)
    _ = try visitor.make("abilities/roll", "begin=yes")
    #expect(visitor.draft.name.isEmpty && visitor.draft.abilityRolls == 1)
    #expect(visitor.draft.characterClass == nil)
    var stranger = Visitor()
    #expect(stranger.get("/osr/new/begin").text == stranger.get("/osr/new/abilities").text)
  }

  @Test(arguments: ["class", "adjust", "details", "biography", "spells", "equipment"])
  func `chance can make the choices of a step`(slug: String) throws {
    let step = try #require(Step(slug: slug))
    var visitor = try Visitor.at(step, as: .magicUser)
    visitor.faces = [2, 4, 3, 1, 6]
    let page = try visitor.make("\(slug)/surprise")
    #expect(page.status == .ok)
    #expect(visitor.draft.missing(in: step).isEmpty)
    #expect(visitor.draft.firstOpenStep >= step)
  }

  @Test func `a title that was typed is taken along when chance finds a name`() throws {
    var visitor = try Visitor.at(.biography)
    _ = try visitor.make("biography/surprise", "name=&title=of+the+Mill")
    #expect(visitor.draft.title == "of the Mill")
    #expect(!visitor.draft.name.isEmpty)
  }

  @Test func `saved to this browser once, however often the form is sent`() throws {
    let stores = FakeStorage()
    var visitor = try Visitor.at(.save, in: makeSite(stores))
    let page = try visitor.make("save/vault")
    let key = try #require(visitor.vaultKey)
    let entry = try #require(visitor.session[DraftState.self]?.saved.vaultEntry)
    #expect(page.text.contains(#"href="/osr/vault/\#(entry)""#))
    #expect(page.offers("Create another character") && page.offers("Save to Dragon Cloud"))
    #expect(!page.offers("Save to this browser") && !page.offers("Abandon character"))
    #expect(visitor.post("/osr/new/save/vault", revision: 3).status == .conflict)
    #expect(visitor.isRefused("save/vault", saying: "It’s already saved there."))
    #expect(try stores.entries(of: key)?.count == 1)
    // The answer and the session's file were lost: the same bytes are not put there again.
    visitor.session[DraftState.self] = try DraftState(visitor.draft)
    _ = try visitor.make("save/vault")
    #expect(try stores.entries(of: key)?.count == 2 - 1 + (try extra(visitor, entry)))
  }

  /// 0 where the second attempt found what the first one had kept.
  private func extra(_ visitor: Visitor, _ entry: String) throws -> Int {
    visitor.session[DraftState.self]?.saved.vaultEntry == entry ? 0 : 1
  }

  @Test func `what is kept is the character itself, with how it was rolled`() throws {
    let stores = FakeStorage()
    var visitor = try Visitor.at(.save, as: .elf, named: "Ada", in: makeSite(stores))
    _ = try visitor.make("save/both")
    let key = try #require(visitor.vaultKey)
    let kept = try #require(try stores.entries(of: key)?.first)
    let id = try #require(visitor.session[DraftState.self]?.id)
    #expect(kept.stored == (try visitor.draft.character(id: id)))
    // What takes it off the cloud stands beside it.
    #expect(VaultCharacter(kept.bytes)?.secret(of: id.cloudID) == "secret0")
    let shared = try #require(stores.cloudBytes.first)
    #expect(CharacterJSON.stored(shared)?.name == "Ada")
    #expect(CharacterJSON.stored(shared)?.rolledScores == nil)
  }

  @Test func `shared once, with the link that deletes it`() throws {
    let stores = FakeStorage()
    var visitor = try Visitor.at(.save, in: makeSite(stores))
    let page = try visitor.make("save/cloud")
    let id = try #require(visitor.session[DraftState.self]?.id?.text)
    #expect(page.text.contains("/osr/cloud/\(id)\""))
    #expect(page.text.contains("/osr/cloud/\(id)/delete#secret=secret"))
    visitor.session[DraftState.self] = try #require(
      DraftState(
        draft: visitor.draft, revision: 3, news: nil, tab: .armour,
        id: visitor.session[DraftState.self]?.id, saved: DraftState.Saved()))
    let again = try visitor.make("save/cloud")
    #expect(stores.cloudBytes.count == 1)
    #expect(again.text.contains("/osr/cloud/\(id)\"") && !again.text.contains("/delete"))
  }

  @Test(arguments: [
    (StorageError.unavailable(""), 503), (.full, 503), (.busy, 503), (.damaged, 503),
    (.tooMany(limit: 500), 422),
  ])
  func `the page says when storage failed, and the draft is kept`(error: StorageError, code: Int)
    throws
  {
    let stores = FakeStorage()
    var visitor = try Visitor.at(.save, in: makeSite(stores))
    let before = visitor.session
    stores.fail(with: error)
    for place in ["vault", "both"] {
      let answer = visitor.post("/osr/new/save/\(place)")
      #expect(answer.status.code == code)
      #expect(answer.text.contains("That didn’t work"))
      #expect(answer.offers("Save to this browser"))
      #expect(visitor.session == before)
    }
    stores.fail(with: nil)
    _ = try visitor.make("save/both")
    #expect(stores.cloudBytes.count == 1)
  }

  @Test func `sharing too much means waiting, but the vault still saves`() throws {
    let stores = FakeStorage()
    var visitor = try Visitor.at(.save, in: makeSite(stores))
    stores.makeWait(40)
    let answer = visitor.post("/osr/new/save/cloud")
    #expect(answer.status == .tooManyRequests)
    #expect(answer.headers.first { $0.name == "Retry-After" }?.value == "40")
    #expect(answer.text.contains("Try again in 40 seconds"))
    let page = try visitor.make("save/both")
    #expect(page.text.contains("Saved to this browser."))
    #expect(page.text.contains("Try again in 40 seconds"))
    #expect(visitor.session[DraftState.self]?.saved.isOnCloud == false)
    stores.makeWait(nil)
    _ = try visitor.make("save/cloud")
    #expect(stores.cloudBytes.count == 1)
  }

  /// Somebody who saved a character and then bought a rope.
  private func changed(_ stores: FakeStorage) throws -> Visitor {
    var visitor = try Visitor.at(.save, in: makeSite(stores))
    _ = try visitor.make("save/both")
    let page = try visitor.make("equipment/buy", "item=rope")
    #expect(page.text.contains("When you save again, you can replace it or keep both."))
    return visitor
  }

  @Test(arguments: [("replace", 1), ("keep", 2)])
  func `a change after saving replaces the saved one or keeps both, as one chooses`(
    wish: String, count: Int
  ) throws {
    let stores = FakeStorage()
    var visitor = try changed(stores)
    let first = visitor.session[DraftState.self]?.earlier
    let reopened = Session(visitor.session.bytes)?[DraftState.self]
    #expect(reopened?.earlier == first && first?.vaultEntry != nil && first?.cloudID != nil)
    let page = visitor.get("/osr/new/save")
    for name in ["vault", "Dragon Cloud"] {
      let place = name == "vault" ? "in your vault" : "on Dragon Cloud"
      #expect(page.offers("Replace it \(place)") && page.offers("Keep both \(place)"))
    }
    for name in ["Save to both", "Save to this browser", "Save to Dragon Cloud"] {
      #expect(!page.offers(name))
    }
    // A form that does not say which makes no second one.
    for place in ["vault", "cloud", "both"] {
      #expect(visitor.isRefused("save/\(place)", saying: "replace that one or keep both"))
    }
    _ = try visitor.make("save/vault", "earlier=\(wish)")
    let done = try visitor.make("save/cloud", "earlier=\(wish)")
    #expect(done.offers("Create another character"))
    let key = try #require(visitor.vaultKey)
    let kept = try #require(try stores.entries(of: key))
    #expect(kept.count == count && stores.cloudBytes.count == count)
    #expect(kept[0].stored?.goods[.gear(.rope)] == 1)
    #expect(kept.last?.id.text == first?.vaultEntry || wish == "replace")
    #expect(visitor.session[DraftState.self]?.earlier == DraftState.Earlier())
  }

  @Test(arguments: [false, true])
  func `what the vault shared is known here, before a change and after`(isChanged: Bool) throws {
    let stores = FakeStorage()
    var visitor = try Visitor.at(.save, in: makeSite(stores))
    _ = try visitor.make("save/vault")
    let id = try #require(visitor.session[DraftState.self]?.saved.vaultEntry)
    if isChanged { _ = try visitor.make("equipment/buy", "item=rope") }
    #expect(visitor.post("/osr/vault/\(id)/cloud").status == .seeOther)
    if !isChanged { _ = try visitor.make("equipment/buy", "item=rope") }
    #expect(visitor.get("/osr/new/save").offers("Replace it on Dragon Cloud"))
    _ = try visitor.make("save/cloud", "earlier=replace")
    #expect(stores.cloudBytes.count == 1)
  }

  @Test func `only who has the secret may replace what is shared`() throws {
    let stores = FakeStorage()
    var visitor = try changed(stores)
    var state = try #require(visitor.session[DraftState.self])
    state.earlier.cloudSecret = ""
    visitor.session[DraftState.self] = state
    let page = visitor.get("/osr/new/save")
    #expect(!page.offers("Replace it on Dragon Cloud") && page.offers("Keep both on Dragon Cloud"))
    let done = try visitor.make("save/cloud", "earlier=replace")
    #expect(done.text.contains("the earlier one couldn’t be deleted"))
    #expect(stores.cloudBytes.count == 2)
  }

  @Test func `going back and forth over a saved character leaves it saved`() throws {
    let stores = FakeStorage()
    var visitor = try Visitor.at(.save, in: makeSite(stores))
    _ = try visitor.make("save/vault")
    for move in ["abilities", "class", "adjust", "equipment", "review"] {
      _ = try visitor.make("\(move)/continue")
    }
    #expect(visitor.session[DraftState.self]?.saved.vaultEntry != nil)
  }

  @Test func `the next character begins empty, and only after the last is saved`() throws {
    let stores = FakeStorage()
    var visitor = try Visitor.at(.save, in: makeSite(stores))
    #expect(visitor.isRefused("another", saying: "This character isn’t saved yet."))
    _ = try visitor.make("save/vault")
    #expect(visitor.post("/osr/new/another").location == "/osr/new/abilities")
    #expect(visitor.draft == CharacterDraft())
    _ = try visitor.make("surprise")
    for _ in 1...2 { _ = try visitor.make("review/continue") }
    _ = try visitor.make("save/vault")
    let page = visitor.get("/osr/new/begin")
    #expect(page.offers("Roll abilities") && !page.text.contains("Continue it"))
    #expect(!visitor.get("/osr").text.contains("Continue it"))
  }
}
