import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct RetainersPageTests {
  private let stores = FakeStorage()

  /// Hilda, and Nim who is in the vault only.
  private func begin(_ visitor: inout Visitor) throws -> (party: String, nim: String) {
    let party = try visitor.keepParty([People.hilda], stores)
    return (party, try visitor.keep(People.nim, stores))
  }

  private func hire(
    _ visitor: inout Visitor, _ party: String, _ place: String, wage: String = "2"
  ) -> Response {
    visitor.change(
      party: party, "retainers/hire",
      "hire=yes&character=\(place)&employer=\(People.hilda.id.text)&wage=\(wage)&share=half")
  }

  /// Hilda's charisma is 8: three retainers, loyalty 6, reactions −1.
  @Test func `somebody of the vault is hired, as loyal as charisma makes anybody`() throws {
    var visitor = Visitor(stores)
    let (party, nim) = try begin(&visitor)
    let before = visitor.get("/osr/parties/\(party)/retainers")
    #expect(before.text.contains("Hilda, 0 of 3 retainers"))
    let answer = hire(&visitor, party, nim)
    #expect(answer.header("Location") == "/osr/parties/\(party)/retainers")
    let page = visitor.get("/osr/parties/\(party)/retainers")
    #expect(page.text.contains("Nim follows Hilda."))
    #expect(page.text.contains("thief 1, follows Hilda"))
    #expect(page.text.contains("Wages come to 2 gp a day"))
    #expect(page.text.contains("Hilda, 1 of 3 retainers") || !page.text.contains("id=\"hire\""))
    // 15 of 36 ways to roll 6 or less.
    #expect(page.text.contains("6 or less on 2d6"))
    #expect(page.text.contains(">41.7% (5/12)</a>"))
    #expect(visitor.get("/osr/parties/\(party)").text.contains("<p>1 character and 1 retainer</p>"))
    #expect(
      visitor.get("/osr/parties/\(party)").text
        .contains("<b>Nim</b>: loyalty 6, 2 gp a day, half a share"))
  }

  @Test func `terms change, and a retainer is dismissed`() throws {
    var visitor = Visitor(stores)
    let (party, nim) = try begin(&visitor)
    _ = hire(&visitor, party, nim)
    let member = "member=\(People.nim.id.text)"
    _ = visitor.change(party: party, "retainers/terms", "\(member)&loyalty=9&wage=5&share=full")
    let service = try visitor.kept(party: party, stores).party[People.nim.id]?.service
    #expect(service?.loyalty == 9)
    #expect(service?.wage == 5)
    #expect(service?.share == .full)
    for (loyalty, wage, sentence) in [
      ("1", "5", "Loyalty must be 2 to 12."), ("13", "5", "Loyalty must be 2 to 12."),
      ("x", "5", "Loyalty must be 2 to 12."),
      ("7", "-1", "The wage in gold pieces a day must be 0 to 1,000."),
      ("7", "1001", "The wage in gold pieces a day must be 0 to 1,000."),
      ("7", "", "The wage in gold pieces a day must be 0 to 1,000."),
    ] {
      let answer = visitor.change(
        party: party, "retainers/terms", "\(member)&loyalty=\(loyalty)&wage=\(wage)&share=full")
      #expect(answer.status == .unprocessable)
      #expect(answer.text.contains(sentence))
      // A field for numbers can't show anything else.
      let kept = Int(loyalty) == nil ? "" : loyalty
      #expect(answer.text.contains("name=\"loyalty\" value=\"\(kept)\""))
      #expect(answer.text.contains("name=\"wage\" value=\"\(wage)\""))
    }
    _ = visitor.change(party: party, "retainers/dismiss", member)
    #expect(try visitor.kept(party: party, stores).party.retainers == [])
    #expect(visitor.names().count == 2)
    #expect(
      visitor.change(party: party, "retainers/dismiss", "member=\(People.hilda.id.text)").status
        == .unprocessable)
  }

  @Test func `charisma and level limit who is hired`() throws {
    var visitor = Visitor(stores)
    let party = try visitor.keepParty([People.hilda], stores)
    for number in 20...22 {
      let place = try visitor.keep(People.nim.named("N", number: UInt64(number)), stores)
      #expect(hire(&visitor, party, place).status == .seeOther)
    }
    let fourth = try visitor.keep(People.nim.named("Fourth", number: 30), stores)
    let answer = hire(&visitor, party, fourth, wage: "7")
    #expect(answer.status == .unprocessable)
    #expect(answer.text.contains("Charisma allows this employer 3 retainers."))
    #expect(answer.text.contains("<option value=\"\(fourth)\" selected>"))
    #expect(answer.text.contains("name=\"wage\" value=\"7\""))
    let odd = try visitor.keepParty([People.hilda.named("Other", number: 40)], stores)
    let veteran = try visitor.keep(try People.odo.atLevel(2), stores)
    let refused = visitor.change(
      party: odd, "retainers/hire",
      "hire=yes&character=\(veteran)&wage=1&employer="
        + (try visitor.kept(party: odd, stores).party.members[0].id.text))
    #expect(refused.status == .unprocessable)
    #expect(refused.text.contains("A retainer of level 2 won’t follow an employer of level 1."))
    for form in ["", "character=x", "character=\(veteran)"] {
      #expect(visitor.change(party: odd, "retainers/hire", form).status == .unprocessable)
    }
  }

  @Test func `loyalty and offers are rolled once for each form, with their odds`() throws {
    var visitor = Visitor(stores)
    let (party, nim) = try begin(&visitor)
    _ = hire(&visitor, party, nim)
    visitor.faces = [3, 4]
    let path = "/osr/parties/\(party)/roll"
    let loyalty = "roll=loyalty-\(People.nim.id.text)"
    let answer = visitor.ask(Request(.post, path, body: "turn=0&\(loyalty)"))
    #expect(answer.header("Location") == "/osr/parties/\(party)/retainers")
    #expect(
      visitor.news(ofParty: "\(party)/retainers")
        == "Loyalty of Nim: 3 + 4 = 7, needed 6 or less – not loyal. The chance was 41.7% (5/12).")
    #expect(visitor.ask(Request(.post, path, body: "turn=0&\(loyalty)")).status == .conflict)
    let offer = "roll=offer-\(People.hilda.id.text)"
    let shifted = visitor.ask(Request(.post, path, body: "turn=1&offer=2&\(offer)"))
    #expect(shifted.header("Location") == "/osr/parties/\(party)/retainers?offer=2")
    #expect(
      visitor.news(ofParty: "\(party)/retainers") == "Offer by Hilda: 3 + 4 + 1 = 8: roll again.")
    visitor.faces = [6, 6]
    _ = visitor.ask(Request(.post, path, body: "turn=2&\(offer)"))
    #expect(
      visitor.news(ofParty: "\(party)/retainers")
        == "Offer by Hilda: 6 + 6 \u{2212} 1 = 11: accepted.")
    for roll in ["", "roll=loyalty-x", "roll=morale-0"] {
      let wrong = visitor.ask(Request(.post, path, body: "turn=3&\(roll)"))
      #expect(wrong.status == .unprocessable)
      #expect(wrong.text.contains("This party has no such roll."))
    }
  }

  @Test(arguments: [("9", "+2"), ("-99", "\u{2212}4"), ("x", "0"), ("1", "+1")])
  func `an offer beyond the bounds counts as the nearest`(sent: String, shown: String) throws {
    var visitor = Visitor(stores)
    let (party, _) = try begin(&visitor)
    let page = visitor.get("/osr/parties/\(party)/retainers?offer=\(sent)")
    #expect(page.text.contains(" selected>\(shown)</option>"))
  }
}
