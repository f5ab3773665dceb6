import Games
import Mustache
import Site
import Storage
import Web

/// The page of a party, with its members side by side in marching order, and its totals.
struct PartyPage: EntryPage {
  static let templates = ["characters/party"]
  static let tab = OpenParty.Tab.party
  let layout: EntryLayout<OpenParty>
  private let strangers: [Stranger]
  /// The link to the party on the cloud; `nil` unless all members are there as they are now.
  private let groupLink: String?
  private let canShare: Bool
  /// The deletion links of characters just shared by this visitor.
  private let deletionLinks: [(name: String, link: String)]

  init(_ layout: EntryLayout<OpenParty>, in visit: Visit) throws(StorageError) {
    self.layout = layout
    let open = layout.open
    strangers = try visit.strangers(to: open.party)
    let characters = open.characters
    let isShared =
      !characters.isEmpty && characters.count == open.people.count
      && visit.areShared(characters).allSatisfy { $0 == true }
    groupLink = isShared ? CloudAddress.party(characters.map(\.id.text)) : nil
    canShare = groupLink == nil && !open.people.isEmpty && !visit.isCloudReadOnly
    deletionLinks = layout.state.links.compactMap { note in
      open.people.first { $0.entry?.id.text == note.place }.map { ($0.name, note.text) }
    }
  }

  private var totals: PartyTotals {
    PartyTotals(layout.open.characters, animals: party.animals)
  }

  static func declare(_ field: inout Fields<PartyPage>) {
    field("layout") { $0.layout }
    field("members") { page in
      page.layout.open.people.indices.map { PartyRow(page.layout.open, at: $0) }
    }
    field("lastNumber") { $0.layout.open.lastNumber }
    field("attackHead") { $0.layout.open.characters.attackHead }
    field("showsDescending") { !$0.layout.open.characters.areAscendingOnly }
    field("points") { $0.totals.hitPointsNow }
    field("allPoints") { $0.totals.hitPoints }
    field("treasure") { $0.totals.coins.purseText }
    field("worth") { $0.totals.worthText }
    field("pace") { $0.totals.paceText }
    field.rows("animals", \.party.animals) { row in
      row("name") { $0.shownName }
      row("kind") { $0.name.isEmpty ? nil : $0.kind.name.lowercased() }
      row("armourClass") { _ in Animal.armourClassText }
      row("points") { $0.kind.record.hitPoints }
      row("load") { $0.load.groupedText }
      row("pace") { $0.paceText }
    }
    field.rows("service", \.party.retainers) { row in
      row("name") { $1.layout.open[$0.id]?.name ?? "" }
      row("terms") { $0.service?.terms }
    }
    field("strangers") { page in
      page.strangers.map { $0.choice(page.layout.problem?.form?["character"]) }
    }
    field("characterWrong") { $0.layout.wrong("character") }
    field("canShare") { $0.canShare }
    field("isFull") { $0.party.isFull }
    field("most") { _ in Party.mostPlayed }
    field.input(
      "partyName", named: "name", value: { $0.party.name }, in: { $0.layout.problem },
      longest: 2 * Party.longestName)
    field("undoTime") { _ in VaultWords.undoTime }
    field("groupLink") { $0.groupLink }
    field("publicLink") { $0.groupLink }
    field.rows("deletionLinks", \.deletionLinks) { row in
      row("name") { $0.name }
      row("link") { $0.link }
    }
  }

  static let routes: [Route] = [
    show,
    .get("\(path)/party.txt", usesSession: false) { visit in
      .file(
        type: "text/plain; charset=utf-8", name: nil,
        bytes: Array(try OpenParty(in: visit).plainText.utf8))
    },
    move("name") { open, visit in
      open.kept.party = try visit.make(open.party.renamed(visit.form["name"] ?? ""), at: "name")
      return "The party is called \(open.party.name.isolated)."
    },
    move("add") { open, visit in
      guard let stranger = try visit.chosenStranger(to: open.party) else {
        let full = PartyRefusal.full(limit: Party.mostPlayed).sentence
        let sentence = open.party.isFull ? full : "Choose a character."
        throw Problem(
          [.init(sentence, field: open.party.isFull ? nil : "character")], form: visit.form)
      }
      let new = stranger.character
      open.kept.party = try visit.make(open.party.adding(new.id), at: "character")
      open.kept.places[new.id] = stranger.place
      return "\(new.name.isolated) joins the party."
    },
    move("surprise") { open, visit in
      let new = CharacterDraft.surprise(
        besides: open.characters, places: 1, using: &visit.random)
      open.kept.party = try visit.make(open.party.adding(new.id), at: "character")
      open.kept.places[new.id] = try visit.addToVault(
        CharacterJSON.encode(new, withOrigin: true), holding: nil)
      return "\(new.name), \(new.rank.lowercased()), joins the party."
    },
    move("remove") { open, visit in
      let person = try visit.namedMember(of: open)
      open.kept.party = try visit.make(open.party.removing(person.member.id))
      let followers = open.people.filter { $0.member.service?.employer == person.member.id }
      return PartyWords.left(person, followers)
    },
    move("hurt") { open, visit in
      try strike(open, &visit) { character throws(RuleRefusal) in try character.hurt(by: 1) }
    },
    move("heal") { open, visit in
      try strike(open, &visit) { character throws(RuleRefusal) in try character.healed(by: 1) }
    },
    move("turn", passTurn),
    move("forward") { open, visit in try march(&open, visit, forward: true) },
    move("back") { open, visit in try march(&open, visit, forward: false) },
    // Any move of a party finishes a payout first.
    move("payout") { _, _ in "Nothing more is owed." },
    .post("\(path)/cloud") { visit in try change(&visit, shareParty) },
    .post("\(path)/delete", deleteParty),
  ]

  /// Takes one hit point from a member, if the vault has that member as the page showed.
  private static func strike(
    _ open: OpenParty, _ visit: inout Visit,
    _ blow: (PlayerCharacter) throws(RuleRefusal) -> PlayerCharacter
  ) throws -> String {
    let person = try visit.namedMember(of: open)
    guard visit.form.whole("after") == person.lastNumber else {
      throw Problem(OpenParty.changedElsewhere, form: visit.form)
    }
    return "\(person.name): \(try visit.change(person, .hitPoints, blow).lowercasedFirst)"
  }

  /// Passes a turn for everybody; a member who has changed meanwhile stays behind and is named.
  @Sendable private static func passTurn(
    _ open: inout OpenParty, _ visit: inout Visit
  ) throws -> String {
    guard visit.form.whole("after") == open.lastNumber else {
      throw Problem(OpenParty.changedElsewhere, form: visit.form)
    }
    var told: [(sentence: String, names: [String])] = []
    for person in open.people where person.entry != nil {
      let sentence: String
      do {
        sentence = try visit.change(person, .turned) { character throws(RuleRefusal) in
          try character.passingTurn()
        }
      } catch let problem as Problem where problem.notice == nil {
        sentence = problem.sentence
      } catch is Problem, is Refusal {
        // The member was changed or deleted meanwhile.
        sentence = "Nothing changed."
      }
      if let place = told.firstIndex(where: { $0.sentence == sentence }) {
        told[place].names.append(person.name)
      } else {
        told.append((sentence, [person.name]))
      }
    }
    guard told.count > 1 else { return told.first?.sentence ?? "" }
    return told.map { "\($0.names.listed()): \($0.sentence)" }.joined(separator: " ")
  }

  private static func march(
    _ open: inout OpenParty, _ visit: Visit, forward: Bool
  ) throws(Problem) -> String {
    let person = try visit.namedMember(of: open)
    open.kept.party = try visit.make(open.party.moving(person.member.id, forward: forward))
    let place = open.party.members.firstIndex { $0.id == person.member.id } ?? 0
    return "\(person.name) is number \(place + 1) in the marching order."
  }
}

extension Service {
  /// A retainer's terms: `loyalty 8, 2 gp a day, half a share`.
  var terms: String {
    "loyalty \(loyalty), \(wage.groupedText) gp a day, \(share.name.lowercased())"
  }
}

extension Visit {
  /// Changes a member in the vault, and tells the member's table.
  /// - Throws: `Problem` if a rule refuses that, or the member has changed meanwhile.
  fileprivate mutating func change(
    _ person: OpenMember, _ kind: CharacterChange.Kind,
    _ change: (PlayerCharacter) throws(RuleRefusal) -> PlayerCharacter
  ) throws -> String {
    guard let entry = person.entry else { throw Problem(PartyRefusal.notMember.sentence) }
    var open = try OpenCharacter(entry, in: self)
    let sentence = try open.make(kind, in: &self) { character, _ throws(RuleRefusal) in
      try change(character)
    }
    try replace(entry, with: open.bytes, orElse: OpenParty.changedElsewhere)
    open.tell(in: self)
    return sentence
  }

  /// Returns the character that a form chooses from those outside the party.
  func chosenStranger(to party: Party) throws(StorageError) -> Stranger? {
    let place = form["character"]
    return try strangers(to: party).first { $0.place.text == place }
  }

  func namedMember(of open: OpenParty) throws(Problem) -> OpenMember {
    guard let person = open[form["member"]] else {
      throw Problem(PartyRefusal.notMember.sentence)
    }
    return person
  }
}

/// Deletes a party unless it is deleted already; the characters stay.
private func deleteParty(_ visit: inout Visit) throws -> Answer {
  try visit.arrange(showing: { try PartiesPage(in: &$0, $1) }) { _, visit in
    guard let key = visit.vaultKey, let id = EntryID(visit.parameter) else { throw Refusal.noParty }
    let vaults = visit.storage.vaults
    let entry = try vaults.read(id, of: key)
    if let entry, let kept = KeptParty(entry.bytes),
      let hindrance = visit.settle(entry, kept).hindrance
    {
      // Deleting it would lose what it still owes.
      throw hindrance
    }
    let wasThere = try vaults.removals(of: key, now: visit.now).contains { $0.id == id }
    guard entry?.isParty ?? wasThere else { throw Refusal.noParty }
    _ = try vaults.remove(id, from: key, now: visit.now)
    return "/osr/parties"
  }
}
