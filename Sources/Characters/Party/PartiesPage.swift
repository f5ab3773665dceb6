import Games
import Mustache
import Site
import Storage
import Web

/// The parties in this browser's vault, with ways to make another.
struct PartiesPage: SheetedPage {
  static let templates = ["characters/parties"]
  let title: String
  let description = "Make a party of two to eight characters, at random or from those you have."
  let isPersonal = true
  private let contents: VaultContents
  /// The deleted parties that can be restored, the last one first.
  private let removals: [VaultEntry]
  private let state: VaultState
  private let problem: Problem?

  init(in visit: inout Visit, _ problem: Problem? = nil) throws(StorageError) {
    contents = try visit.vaultContents()
    state = visit.vaultState
    let removals = try visit.vaultKey.map { key throws(StorageError) in
      try visit.storage.vaults.removals(of: key, now: visit.now)
    }
    self.removals = (removals ?? []).filter(\.isParty)
    let problem = problem ?? visit.damage(to: VaultState.self)
    self.problem = problem
    let removal = self.removals.first.map { "\($0.name) was deleted" }
    title = gameTitle(
      "Parties", outcome: state.news(on: "/osr/parties") ?? removal, problem: problem)
  }

  static func declare(_ field: inout Fields<PartiesPage>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.state.notice(on: "/osr/parties", beside: $0.problem) }
    field("revision") { $0.contents.revision }
    field.rows("parties", \.parties) { row in
      row("id") { $0.entry.id.text }
      row("name") { $0.party?.name ?? $0.entry.name }
      row("isReadable") { $0.party != nil }
      row("size") { $0.party?.sizeText }
      row("moment") { Moment(seconds: $0.entry.saved).iso }
      row("day") { Moment(seconds: $0.entry.saved).date }
      row("clock") { Moment(seconds: $0.entry.saved).clock }
    }
    field.rows("removals", { $0.removals.prefix(5) }) { row in
      row("id") { $0.id.text }
      row("name") { $0.name }
    }
    field("undoTime") { _ in VaultWords.undoTime }
    field.input(
      "name", value: { _ in "Our party" }, in: { $0.problem }, longest: 2 * Party.longestName)
    field.input(
      "count", value: { _ in 4 }, in: { $0.problem },
      choices: { _ in Party.sizes.map { ("\($0)", "\($0) characters") } })
    field.input(
      "ownName", value: { _ in "Our party" }, in: { $0.problem }, longest: 2 * Party.longestName)
    field("characters") { $0.choices }
    field("charactersWrong") { $0.problem?["characters"] }
    field("most") { _ in Party.mostPlayed }
  }

  private var parties: [(entry: VaultEntry, party: Party?)] {
    contents.parties.map { ($0, KeptParty($0.bytes)?.party) }
  }

  /// As many of the newest characters as a form can name.
  private var choices: [ChoiceWord] {
    let chosen = Set((problem?.form?.fields ?? []).filter { $0.name == "character" }.map(\.value))
    return contents.characters.prefix(PartiesPage.mostChoices).compactMap { entry in
      entry.stored.map {
        ChoiceWord(
          value: entry.id.text, words: "\($0.name.isolated), \($0.rank.lowercased())",
          isChosen: chosen.contains(entry.id.text))
      }
    }
  }

  /// The most choices for which a form has room; other characters can be added one by one.
  private static let mostChoices = 40
}

extension Visit {
  /// Adds new characters and their party to the vault, or nothing.
  mutating func keep(
    _ kept: KeptParty, with new: [PlayerCharacter], beside contents: VaultContents
  ) throws(StorageError) -> EntryID {
    let limit = StorageLimits.vaultEntries
    guard contents.entries.count + new.count < limit else { throw .tooMany(limit: limit) }
    var kept = kept
    var ids = contents.ids
    var added: [EntryID] = []
    do throws(StorageError) {
      for character in new {
        let bytes = CharacterJSON.encode(character, withOrigin: true)
        let id = try addToVault(bytes, holding: ids)
        ids.insert(id)
        added.append(id)
        kept.places[character.id] = id
      }
      return try addToVault(kept.bytes, holding: ids)
    } catch {
      if let key = vaultKey {
        for id in added { _ = try? storage.vaults.remove(id, from: key, now: now) }
      }
      throw error
    }
  }
}

extension Route {
  /// Returns the route that makes a party if the form was drawn from what the vault still holds.
  ///
  /// `move` returns the party with the places of members from the vault, and new characters who
  /// join.
  fileprivate static func makeParty(
    _ path: String,
    _ move:
      @escaping @Sendable (
        VaultContents, inout Visit
      ) throws -> (KeptParty, [PlayerCharacter])
  ) -> Route {
    .post(path) { visit in
      try visit.arrange(showing: { try PartiesPage(in: &$0, $1) }) { state, visit in
        let contents = try visit.freshContents()
        let (party, new) = try move(contents, &visit)
        let id = try visit.keep(party, with: new, beside: contents)
        state.news = visit.note("\(party.party.name.isolated) is in your vault.")
        return "/osr/parties/\(id.text)"
      }
    }
  }
}

let partiesRoutes: [Route] = [
  .vaultPage("/osr/parties") { visit in try PartiesPage(in: &visit) },
  // Makes a party of random characters.
  .makeParty("/osr/parties/make") { _, visit in
    let form = visit.form
    let count = form.whole("count") ?? 0
    guard Party.sizes ~= count else {
      let refusal = PartyRefusal.outOfRange(Party.sizes, of: .size)
      throw Problem([.init(refusal.sentence, field: "count")], form: form)
    }
    var party = try visit.make(Party(named: form["name"] ?? ""), at: "name")
    var new: [PlayerCharacter] = []
    for places in (1...count).reversed() {
      new.append(CharacterDraft.surprise(besides: new, places: places, using: &visit.random))
    }
    for character in new { party = try visit.make(party.adding(character.id)) }
    return (KeptParty(party), new)
  },
  // Makes a party of characters from the vault; others can join it later.
  .makeParty("/osr/parties/gather") { contents, visit in
    let form = visit.form
    var party = try visit.make(Party(named: form["ownName"] ?? ""), at: "ownName")
    var places: [CharacterID: EntryID] = [:]
    for field in form.fields where field.name == "character" {
      guard let entry = contents.characters.first(where: { $0.id.text == field.value }),
        let id = entry.stored?.id
      else { throw Refusal.notInVault }
      party = try visit.make(party.adding(id), at: "characters")
      places[id] = entry.id
    }
    return (KeptParty(party, places: places), [])
  },
]

extension CharacterDraft {
  /// Returns a random character, if possible with a name and a class that none of these has.
  ///
  /// In a party, characters of the same name are hard to tell apart. `places` is how many are still
  /// to come, including this one; the last of them fight and heal if nobody does yet.
  static func surprise(
    besides others: [PlayerCharacter], places: Int,
    using random: inout some RandomNumberGenerator
  ) -> PlayerCharacter {
    let names = Set(others.map(\.name))
    let taken = Set(others.map(\.characterClass))
    let missing = [CharacterClass.fighting, CharacterClass.healing].filter {
      $0.isDisjoint(with: taken)
    }
    let wanted =
      missing.isEmpty || missing.count < places ? Set(CharacterClass.allCases) : missing[0]
    let fresh = wanted.subtracting(taken)
    let classes = fresh.isEmpty ? wanted : fresh
    // Each kind has a class without requirements, so a fitting character comes soon.
    var character = surprise(using: &random)
    for _ in 1...200
    where names.contains(character.name) || !classes.contains(character.characterClass) {
      character = surprise(using: &random)
    }
    return character
  }

  private static func surprise(
    using random: inout some RandomNumberGenerator
  ) -> PlayerCharacter {
    let draft = CharacterDraft.random(using: &random)
    guard let character = try? draft.character(id: CharacterID(using: &random)) else {
      preconditionFailure("a random draft lacks something")
    }
    return character
  }
}

extension CharacterClass {
  /// The classes that stand in front.
  fileprivate static let fighting: Set = [fighter, dwarf, elf, halfling]
  fileprivate static let healing: Set = [cleric]
}
