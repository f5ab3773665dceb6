import Games
import Mustache
import Site
import Storage
import Web

/// The retainers with their employers and wages, dice for loyalty and offers, and a form to hire.
struct RetainersPage: EntryPage {
  static let templates = ["characters/party-retainers"]
  static let tab = OpenParty.Tab.retainers
  let layout: EntryLayout<OpenParty>
  private let strangers: [Stranger]
  private let offer: Int

  init(_ layout: EntryLayout<OpenParty>, in visit: Visit) throws(StorageError) {
    self.layout = layout
    strangers = try visit.strangers(to: layout.open.party)
    offer = visit.offer
  }

  private var employers: [Employer] { Employer.all(of: layout.open, offer: offer) }

  private var retainers: [(id: CharacterID, person: OpenMember?, service: Service)] {
    party.retainers.compactMap { member in
      member.service.map { (member.id, layout.open[member.id], $0) }
    }
  }

  private func number(_ field: String, _ value: Int, of id: CharacterID) -> String {
    layout.number(field, value, ofForm: "member", id.text)
  }

  static func declare(_ field: inout Fields<RetainersPage>) {
    field("layout") { $0.layout }
    field("turn") { $0.layout.state.turn }
    field("offer") { "\($0.offer)" }
    field("offers") { page in
      Retainers.offers.reversed().map {
        ChoiceWord(value: "\($0)", words: $0.modifierText, isChosen: $0 == page.offer)
      }
    }
    field.rows("employers", \.employers) { row in
      row("id") { $0.character.id.text }
      row("name") { $0.character.name }
      row("count") { $0.count }
      row("most") { $0.most }
      row("loyalty") { RecordSheet($0.character).retainerLoyalty.value }
      row("check") { $0.check }
    }
    field.rows("retainers", \.retainers) { row in
      row("id") { $0.id.text }
      row("name") { $0.person?.name ?? "" }
      row("rank") { $0.person?.character?.rank.lowercased() }
      row("employer") { $1.layout.open[$0.service.employer]?.name ?? "" }
      row("loyalty") { $1.number("loyalty", $0.service.loyalty, of: $0.id) }
      row("wage") { $1.number("wage", $0.service.wage, of: $0.id) }
      row("shares") { retainer, page in
        Service.Share.choices(
          page.layout.text(
            "share", retainer.service.share.id, ofForm: "member", retainer.id.text))
      }
      row("loyaltyWrong") { $1.layout.wrong("loyalty-\($0.id.text)") }
      row("wageWrong") { $1.layout.wrong("wage-\($0.id.text)") }
      row("check") { TableCheck.loyalty(of: $0.person, $0.service) }
      row("least") { _ in Service.loyalties.lowerBound }
      row("most") { _ in Service.loyalties.upperBound }
      row("mostWage") { _ in Service.wages.upperBound }
    }
    field("wages") { $0.party.retainers.reduce(0) { $0 + ($1.service?.wage ?? 0) }.groupedText }
    field("strangers") { page in
      page.strangers.map { $0.choice(page.layout.problem?.form?["character"]) }
    }
    field("canHire") { !$0.strangers.isEmpty && !$0.employers.isEmpty }
    field("employerChoices") { page in
      page.employers.map {
        ChoiceWord(
          value: $0.character.id.text, words: $0.words,
          isChosen: page.layout.problem?.form?["employer"] == $0.character.id.text)
      }
    }
    field("wage") { $0.layout.number("wage", 1, ofForm: "hire", "yes") }
    field("shares") { page in
      let form = page.layout.problem?.form
      return Service.Share.choices(form?["hire"] == "yes" ? form?["share"] : nil)
    }
    field("hireWrong") { $0.layout.wrong("character") }
    field("employerWrong") { $0.layout.wrong("employer") }
    field("wageWrong") { $0.layout.wrong("wage") }
    field("mostWage") { _ in Service.wages.upperBound }
    field("least") { _ in Service.loyalties.lowerBound }
    field("most") { _ in Service.loyalties.upperBound }
  }

  static let routes: [Route] = [
    show,
    move("hire", hire),
    move("terms", changeTerms),
    move("dismiss") { open, visit in
      let person = try visit.namedMember(of: open)
      guard person.member.service != nil else { throw Problem(PartyRefusal.notMember.sentence) }
      open.kept.party = try visit.make(open.party.removing(person.member.id))
      return "\(person.name) is dismissed but stays in your vault."
    },
    .post("\(OpenParty.root)/*/roll") { visit in
      visit.form["page"] == "animals"
        ? try AnimalsPage.roll(&visit) { (try rollForOthers($0, &$1), nil) }
        : try roll(&visit) { (try rollForOthers($0, &$1), nil) }
    },
  ]

  static func address(after open: OpenParty, in visit: Visit) -> String {
    let path = open.path + tab.end
    return visit.offer == 0 ? path : "\(path)?offer=\(visit.offer)"
  }

  @Sendable private static func hire(
    _ open: inout OpenParty, _ visit: inout Visit
  ) throws -> String {
    let form = visit.form
    guard let stranger = try visit.chosenStranger(to: open.party) else {
      throw Problem([.init("Choose a character.", field: "character")], form: form)
    }
    guard let employer = open[form["employer"]]?.character else {
      throw Problem([.init("Choose an employer.", field: "employer")], form: form)
    }
    let new = stranger.character
    open.kept.party = try visit.make(
      open.party.hiring(
        new, by: employer, wage: form.whole("wage") ?? -1,
        share: form["share"].flatMap(Service.Share.init(id:)) ?? .half),
      at: "character"
    ) {
      switch $0 {
      case .outOfRange: "wage"
      case .charismaAllows, .retainerCannotHire: "employer"
      default: nil
      }
    }
    open.kept.places[new.id] = stranger.place
    return "\(new.name.isolated) follows \(employer.name.isolated)."
  }

  @Sendable private static func changeTerms(
    _ open: inout OpenParty, _ visit: inout Visit
  ) throws -> String {
    let form = visit.form
    let person = try visit.namedMember(of: open)
    guard let service = person.member.service else {
      throw Problem(PartyRefusal.notMember.sentence)
    }
    let id = person.member.id
    open.kept.party = try visit.make(
      open.party.agreeing(
        loyalty: form.whole("loyalty") ?? 0, wage: form.whole("wage") ?? -1,
        share: form["share"].flatMap(Service.Share.init(id:)) ?? service.share, with: id)
    ) {
      if case .outOfRange(_, .wage) = $0 { "wage-\(id.text)" } else { "loyalty-\(id.text)" }
    }
    return "\(person.name) has new terms."
  }

  /// Rolls for loyalty, an offer or an animal’s morale.
  private static func rollForOthers(_ open: OpenParty, _ visit: inout Visit) throws -> String {
    let roll = visit.form["roll"]
    let loyalties = open.party.retainers.lazy.compactMap { member in
      member.service.map { TableCheck.loyalty(of: open[member.id], $0) }
    }
    let morale = open.party.animals.indices.lazy.map {
      TableCheck.morale(of: open.party.animals[$0], at: $0)
    }
    if let check = loyalties.first(where: { $0.id == roll })
      ?? morale.first(where: { $0.id == roll })
    {
      return check.rolled(using: &visit.random)
    }
    let employers = Employer.all(of: open, offer: visit.offer)
    guard let check = employers.first(where: { $0.check.id == roll })?.check else {
      throw Problem("This party has no such roll.")
    }
    let (words, total) = check.thrown(using: &visit.random)
    return "\(check.name): \(words): \(Retainers.result(of: total).text.lowercasedFirst)."
  }
}

/// A member who may have retainers.
private struct Employer {
  let character: PlayerCharacter
  let count: Int
  let check: TableCheck

  static func all(of open: OpenParty, offer: Int) -> [Employer] {
    open.people.compactMap { person in
      guard person.member.service == nil, let character = person.character else { return nil }
      return Employer(
        character: character, count: open.party.retainers(of: character.id).count,
        check: .offer(by: character, offer: offer))
    }
  }

  var most: Int { RecordSheet(character).retainersMax.value }
  /// The choice in a list of employers.
  var words: String { "\(character.name.isolated), \(count) of \(most) retainers" }
}

extension Service.Share {
  fileprivate static func choices(_ chosen: String?) -> [ChoiceWord] {
    allCases.map { ChoiceWord(value: $0.id, words: $0.name, isChosen: $0.id == chosen) }
  }
}

extension TableCheck {
  /// Returns a loyalty check: 2d6 must not exceed a retainer's loyalty.
  fileprivate static func loyalty(of person: OpenMember?, _ service: Service) -> TableCheck {
    TableCheck(
      "loyalty-\(person?.member.id.text ?? "")", "Loyalty of \(person?.name ?? "")", "2d6",
      .atMost(service.loyalty), ("loyal", "not loyal"))
  }

  /// Returns the 2d6 roll for an offer; the hiring table gives the result.
  fileprivate static func offer(by employer: PlayerCharacter, offer: Int) -> TableCheck {
    let shift = RecordSheet(employer).npcReactions.value + offer
    let dice = shift == 0 ? "2d6" : "2d6\(shift > 0 ? "+" : "")\(shift)"
    return TableCheck(
      "offer-\(employer.id.text)", "Offer by \(employer.name.isolated)", dice, .total)
  }
}

extension Visit {
  /// The modifier of an offer and a reputation, limited to the possible ones.
  fileprivate var offer: Int {
    let sent = request.method == .post ? form.whole("offer") : request.query.whole("offer")
    return min(max(sent ?? 0, Retainers.offers.lowerBound), Retainers.offers.upperBound)
  }
}
