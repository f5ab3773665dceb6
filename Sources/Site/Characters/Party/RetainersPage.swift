import Games
import Mustache
import Storage
import Web

/// Who follows whom for which wage, with dice for loyalty and for an offer, and a form to hire.
struct RetainersPage: PartyFrame {
  static let templates = ["characters/party-retainers"]
  let layout: PartyLayout
  private let strangers: [Stranger]
  private let turn: Int
  private let offer: Int

  init(_ open: OpenParty, in visit: Visit, _ problem: Problem?) throws(StorageError) {
    layout = PartyLayout(open, .retainers, in: visit, problem)
    strangers = try visit.strangers(to: open.party)
    turn = visit.vaultState.turn
    offer = visit.offer
  }

  private var employers: [Employer] { Employer.all(of: layout.open, offer: offer) }

  static func declare(_ field: inout Fields<RetainersPage>) {
    field("layout") { $0.layout }
    field("turn") { $0.turn }
    field("offer") { "\($0.offer)" }
    field("offers") { page in
      Retainers.offers.reversed().map {
        ChoiceWord(value: "\($0)", words: $0.modifierText, isChosen: $0 == page.offer)
      }
    }
    field("employers") { $0.employers }
    field("hasEmployers") { !$0.employers.isEmpty }
    field("retainers") { page in
      page.party.retainers.compactMap { RetainerLine($0, page.layout) }
    }
    field("isEmpty") { $0.party.retainers.isEmpty }
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
    field("mostWage") { _ in Service.wages.upperBound }
    field("least") { _ in Service.loyalties.lowerBound }
    field("most") { _ in Service.loyalties.upperBound }
  }
}

/// A member who may have retainers.
private struct Employer: Fielded {
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

  private var most: Int { RecordSheet(character).retainersMax.value }
  private var loyalty: Int { RecordSheet(character).retainerLoyalty.value }
  /// In a list to choose from.
  var words: String { "\(character.name.isolated), \(count) of \(most) retainers" }

  static func declare(_ field: inout Fields<Employer>) {
    field("id") { $0.character.id.text }
    field("name") { $0.character.name }
    field("count") { $0.count }
    field("most") { $0.most }
    field("loyalty") { $0.loyalty }
    field("check") { $0.check }
  }
}

/// A retainer, the terms, and the die for loyalty.
private struct RetainerLine: Fielded {
  let member: PartyMember
  let service: Service
  let layout: PartyLayout

  init?(_ member: PartyMember, _ layout: PartyLayout) {
    guard let service = member.service else { return nil }
    self.member = member
    self.service = service
    self.layout = layout
  }

  private func number(_ field: String, _ value: Int) -> String {
    layout.number(field, value, ofForm: "member", member.id.text)
  }

  static func declare(_ field: inout Fields<RetainerLine>) {
    field("id") { $0.member.id.text }
    field("name") { line in line.layout.open[line.member.id]?.name ?? "" }
    field("rank") { line in line.layout.open[line.member.id]?.character?.rank.lowercased() }
    field("employer") { line in line.layout.open[line.service.employer]?.name ?? "" }
    field("loyalty") { $0.number("loyalty", $0.service.loyalty) }
    field("wage") { $0.number("wage", $0.service.wage) }
    field("shares") { line in
      let form = line.layout.problem?.form
      let typed = form?["member"] == line.member.id.text ? form?["share"] : nil
      return Service.Share.choices(typed ?? line.service.share.id)
    }
    field("wrong") { line in line.layout.wrong("terms-\(line.member.id.text)") }
    field("check") { line in
      TableCheck.loyalty(of: line.layout.open[line.member.id], line.service)
    }
    field("least") { _ in Service.loyalties.lowerBound }
    field("most") { _ in Service.loyalties.upperBound }
    field("mostWage") { _ in Service.wages.upperBound }
  }
}

extension Service.Share {
  fileprivate static func choices(_ chosen: String?) -> [ChoiceWord] {
    allCases.map { ChoiceWord(value: $0.id, words: $0.name, isChosen: $0.id == chosen) }
  }
}

extension TableCheck {
  /// 2d6 must not exceed a retainer's loyalty.
  fileprivate static func loyalty(of person: OpenMember?, _ service: Service) -> TableCheck {
    TableCheck(
      "loyalty-\(person?.member.id.text ?? "")", "Loyalty of \(person?.name ?? "")", "2d6",
      .atMost(service.loyalty), ("loyal", "not loyal"))
  }

  /// 2d6 for what comes of an offer; the table says what that is.
  fileprivate static func offer(by employer: PlayerCharacter, offer: Int) -> TableCheck {
    let shift = RecordSheet(employer).npcReactions.value + offer
    let dice = shift == 0 ? "2d6" : "2d6\(shift > 0 ? "+" : "")\(shift)"
    return TableCheck(
      "offer-\(employer.id.text)", "Offer by \(employer.name.isolated)", dice, .total)
  }
}

extension Visit {
  /// What generosity and reputation add to the roll for an offer; the nearest that there is.
  fileprivate var offer: Int {
    let sent = request.method == .post ? form.whole("offer") : request.query.whole("offer")
    return min(max(sent ?? 0, Retainers.offers.lowerBound), Retainers.offers.upperBound)
  }
}

let retainerRoutes: [Route] = [
  .get("/osr/parties/*/retainers") { visit in
    .page(try RetainersPage(visit.openParty(), in: visit, nil))
  },
  retainers("hire", hire), retainers("terms", changeTerms),
  retainers("dismiss") { open, visit in
    let person = try visit.namedMember(of: open)
    guard person.member.service != nil else { throw Problem(PartyRefusal.notMember.sentence) }
    open.kept.party = try visit.make(at: nil) { () throws(PartyRefusal) in
      try open.party.removing(person.member.id)
    }
    return "\(person.name) is dismissed, and stays in your vault."
  },
  .post("/osr/parties/*/roll", rollForRetainers),
]

private func retainers(
  _ name: String, _ move: @escaping @Sendable (inout OpenParty, inout Visit) throws -> String
) -> Route {
  .post("/osr/parties/*/retainers/\(name)") { visit in
    try visit.changeParty { open, visit, problem in
      try RetainersPage(open, in: visit, problem)
    } _: { open, visit in
      (try move(&open, &visit), "\(open.path)/retainers")
    }
  }
}

private func hire(_ open: inout OpenParty, _ visit: inout Visit) throws -> String {
  let form = visit.form
  guard let stranger = try visit.chosenStranger(to: open.party) else {
    throw Problem([.init("Choose a character.", field: "character")], form: form)
  }
  guard let employer = open[form["employer"]]?.character else {
    throw Problem([.init("Choose an employer.", field: "character")], form: form)
  }
  let new = stranger.character
  open.kept.party = try visit.make(at: "character") { () throws(PartyRefusal) in
    try open.party.hiring(
      new, by: employer, wage: form.whole("wage") ?? -1,
      share: form["share"].flatMap(Service.Share.init(id:)) ?? .half)
  }
  open.kept.places[new.id] = stranger.place
  return "\(new.name.isolated) follows \(employer.name.isolated)."
}

private func changeTerms(_ open: inout OpenParty, _ visit: inout Visit) throws -> String {
  let form = visit.form
  let person = try visit.namedMember(of: open)
  guard let service = person.member.service else {
    throw Problem(PartyRefusal.notMember.sentence)
  }
  let id = person.member.id
  open.kept.party = try visit.make(at: "terms-\(id.text)") { () throws(PartyRefusal) in
    try open.party.agreeing(
      loyalty: form.whole("loyalty") ?? 0, wage: form.whole("wage") ?? -1,
      share: form["share"].flatMap(Service.Share.init(id:)) ?? service.share, with: id)
  }
  return "\(person.name) has new terms."
}

/// Rolls once for each form, as at the table of one character.
private func rollForRetainers(_ visit: inout Visit) throws -> Answer {
  try visit.move(
    showing: { (_: VaultState, visit, problem) in
      let open = try visit.openParty()
      return visit.form["page"] == "animals"
        ? AnimalsPage(open, in: visit, problem) : try RetainersPage(open, in: visit, problem)
    }
  ) { state, visit in
    let open = try visit.openParty()
    state = visit.vaultState
    guard visit.form["turn"] == "\(state.turn)" else { throw Problem(.rolledAlready) }
    let roll = visit.form["roll"] ?? ""
    let offer = visit.offer
    let news: String
    if let line = open.party.retainers.lazy.compactMap({ member in
      member.service.map { TableCheck.loyalty(of: open[member.id], $0) }
    }).first(where: { $0.id == roll }) {
      news = line.rolled(using: &visit.random)
    } else if let employer = Employer.all(of: open, offer: offer).first(where: {
      $0.check.id == roll
    }) {
      let (words, total) = employer.check.thrown(using: &visit.random)
      news =
        "\(employer.check.name): rolled \(words): \(Retainers.result(of: total).text.lowercasedFirst)."
    } else if let check = open.party.animals.indices.lazy.map({
      TableCheck.morale(of: open.party.animals[$0], at: $0)
    }).first(where: { $0.id == roll }) {
      news = check.rolled(using: &visit.random)
    } else {
      throw Problem("This party has no such roll.")
    }
    state.turn += 1
    state.news = visit.note(news, about: open.entry.id)
    guard visit.form["page"] != "animals" else { return "\(open.path)/animals" }
    return offer == 0 ? "\(open.path)/retainers" : "\(open.path)/retainers?offer=\(offer)"
  }
}
