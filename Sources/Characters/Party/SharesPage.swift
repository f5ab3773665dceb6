import Games
import Mustache
import Site
import Storage
import Web

/// The page for dividing experience and gold: who takes part, each share, and the payout.
struct SharesPage: EntryPage {
  static let templates = ["characters/party-shares"]
  static let tab = OpenParty.Tab.shares
  let layout: EntryLayout<OpenParty>
  private let request: SharesRequest
  /// The computed shares; `nil` until requested, or if they can't be computed.
  private let shares: PartyShares?
  /// The reason why they can't be computed.
  private let refusal: Problem?

  init(_ layout: EntryLayout<OpenParty>, in visit: Visit) {
    let form = visit.request.method == .post ? visit.form : visit.request.query
    let request = SharesRequest(form, in: layout.open)
    let result = Result { () throws(Problem) in
      request.isThere ? try request.shares(in: layout.open, form) : nil
    }
    self.request = request
    shares = (try? result.get()) ?? nil
    refusal = if case .failure(let problem) = result { problem } else { nil }
    var layout = layout
    layout.problem = layout.problem ?? refusal
    layout.outcome = shares.map { PartyWords.workedOut($0.experienceEach) }
    self.layout = layout
  }

  static func declare(_ field: inout Fields<SharesPage>) {
    field("layout") { $0.layout }
    field("canPay") { $0.layout.open.unfinished == nil }
    field("wholeVersion") { version(of: $0.layout.open) }
    field("experience") { $0.request.experience.shownAgain }
    field("experienceWrong") { $0.layout.wrong("share-experience") }
    field("gold") { $0.request.gold.shownAgain }
    field("goldWrong") { $0.layout.wrong("share-gold") }
    field.rows("sharers", { $0.layout.open.people.filter { $0.character != nil } }) { row in
      row("id") { $0.member.id.text }
      row("name") { $0.character?.name }
      row("rank") { $0.character?.rank.lowercased() }
      row("isRetainer") { $0.member.service != nil }
      row("isDead") { $0.character?.hitPointsNow == 0 }
      row("isChosen") { $1.request.ids.contains($0.member.id) }
    }
    field("shareWrong") { $0.layout.wrong("share") }
    field("isWorkedOut") { $0.shares != nil }
    field("each") { $0.shares?.experienceEach.counted("point", "points") }
    field.rows("parts", { $0.shares?.parts ?? [] }) { row in
      row("name") { $0.before.name }
      row("isRetainer") { $0.isRetainer }
      row("points") { ($0.award?.given ?? 0).groupedText }
      // The percentage depends on prime requisites, even if there is nothing to share.
      row("percent") { part in
        let before = part.before
        let percent = before.characterClass.experienceAdjustment(for: before.scores)
        return "\(percent.modifierText)%"
      }
      row("gained") { ($0.award.map { $0.given + $0.adjustment } ?? 0).groupedText }
      row("before") { $0.before.experience.groupedText }
      row("after") { $0.after.experience.groupedText }
      row("lost") { ($0.award?.lost).flatMap { $0 == 0 ? nil : $0.groupedText } }
      row("canRise") { $0.after.canRise }
      row("gold") { $0.gold.groupedText }
      row("purse") { $0.after.coins.purseText }
    }
    field("chosen") { page in (page.shares?.parts ?? []).map(\.before.id.text) }
  }

  static let routes: [Route] = [
    .get(path) { visit in
      let page = try SharesPage(in: visit)
      return .page(page, page.refusal?.status ?? .ok)
    },
    move(nil) { open, visit in
      let shares = try SharesRequest(visit.form, in: open).shares(in: open, visit.form)
      let payout = Payout(
        id: CharacterID(using: &visit.random), moment: visit.now,
        parts: try shares.parts.map { try Payout.Part($0, in: open) })
      return try open.pay(payout, in: visit)
    },
  ]

  /// Returns the version of the whole party, as exactly the shown shares must be paid.
  static func version(of open: OpenParty) -> String { open.wholeVersion }
  static func address(after open: OpenParty, in _: Visit) -> String { open.path }
}

/// A request to divide experience and gold among some members.
struct SharesRequest {
  /// The amounts as typed.
  let experience, gold: String
  let ids: Set<CharacterID>
  /// Whether the form or address has a request.
  let isThere: Bool

  /// Reads a request; if nobody is named, all who live take part.
  init(_ form: Form, in open: OpenParty) {
    experience = form["experience"] ?? ""
    gold = form["gold"] ?? ""
    isThere = form["experience"] != nil || form["gold"] != nil
    ids =
      isThere
      ? Set(form.fields.filter { $0.name == "share" }.compactMap { CharacterID(text: $0.value) })
      : Set(open.characters.filter { $0.hitPointsNow > 0 }.map(\.id))
  }

  /// Computes the shares.
  /// - Throws: `Problem` at the field.
  func shares(in open: OpenParty, _ form: Form) throws(Problem) -> PartyShares {
    let sharers = open.people.compactMap { person -> (PlayerCharacter, Service?)? in
      guard let character = person.character, ids.contains(character.id) else { return nil }
      return (character, person.member.service)
    }
    do throws(PartyRefusal) {
      return try PartyShares(
        experience: SharesRequest.number("experience", experience, form),
        gold: SharesRequest.number("gold", gold, form), among: sharers)
    } catch {
      var sentence = error.sentence
      if case .share(_, let id) = error, let name = open[id]?.name {
        sentence = "\(name): \(sentence)"
      }
      throw Problem([.init(sentence, field: error.sharesField)], form: form)
    }
  }

  /// Returns an amount: 0 for an empty field, out of range for anything but a whole number.
  private static func number(_ field: String, _ text: String, _ form: Form) -> Int {
    text.trimmingBlanks.isEmpty ? 0 : form.whole(field) ?? -1
  }
}

extension PartyRefusal {
  /// The `id` of the control, which differs from its name.
  ///
  /// Scripts fill hidden fields from controls with their name as `id`, and exactly the shown shares
  /// must be paid.
  fileprivate var sharesField: String {
    switch self {
    case .outOfRange(_, .gold): "share-gold"
    case .nobodyShares: "share"
    default: "share-experience"
    }
  }
}

extension Payout.Part {
  /// - Throws: `Refusal` for a member who isn't in the vault.
  fileprivate init(_ part: PartyShares.Part, in open: OpenParty) throws(Refusal) {
    guard let person = open[part.before.id], let entry = person.entry, let kept = person.kept else {
      throw .notInVault
    }
    self.init(
      member: part.before.id, place: entry.id, experience: part.award?.given ?? 0,
      gold: part.gold, lastNumber: kept.lastNumber ?? 0)
  }
}

extension PayoutState {
  /// Returns what the page says about a new payout; empty if it isn't over, as the party says.
  func sentence(for payout: Payout) -> String {
    guard hindrance == nil else { return "" }
    let count = (payout.parts.count - missed.count).counted("share", "shares")
    let paid = "\(count) paid out. You can undo each in that character’s history."
    return missed.isEmpty ? paid : "\(paid) \(PartyWords.missed(missed))"
  }

  /// What the page says about a payout that had been interrupted.
  var sentence: String {
    let done = "The interrupted payout is finished"
    return missed.isEmpty
      ? "\(done): everybody has their share." : "\(done). \(PartyWords.missed(missed))"
  }
}
