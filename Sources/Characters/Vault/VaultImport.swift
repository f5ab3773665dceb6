import Games
import Site
import Storage
import Web

/// Imports a file with one or several characters and their parties.
///
/// A single character that is here already comes in as a copy with a new ID. Of several, those that
/// are here unchanged are left out, so a file may be sent again.
func importCharacter(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { state, visit in
    let upload = try Multipart(visit.request.body, contentType: visit.request.contentType)
    let contents = try visit.freshContents(upload["revision"]?.text ?? "0")
    switch try ImportedFile(upload["file"]) {
    case .character(var kept):
      let isHere = contents.holds(kept.character.id)
      if isHere { kept.separate(using: &visit.random) }
      try visit.keep(kept, to: contents)
      state.news = visit.note(VaultWords.arrival(of: kept.character, isCopy: isHere))
    case .list(let characters, let parties):
      var arrival = VaultArrival(characters, parties, in: contents)
      arrival.separate(using: &visit.random)
      try visit.keep(arrival, in: contents)
      let (new, newParties) = (arrival.characters.count, arrival.parties.count)
      state.news = visit.note(
        VaultWords.imported(
          new, parties: newParties,
          known: characters.count + parties.count - new - newParties))
    }
    return "/osr/vault"
  }
}

/// The contents of a file.
private enum ImportedFile {
  case character(VaultCharacter)
  case list([VaultCharacter], [KeptParty])

  /// - Throws: `Problem` at the field, with all mistakes in the file.
  init(_ part: Multipart.Part?) throws(Problem) {
    guard let content = part?.content, !content.isEmpty else {
      throw Problem(
        part?.hasFile == true ? "This file is empty." : "Choose a file first.", field: "file")
    }
    let json = try ImportedFile.parse(content)
    guard case .array(let items) = json[CharacterAnswers.listKey] else {
      if let export = ImportedFile.export(json) { throw .notWhole(export) }
      self = .character(try ImportedFile.read(json))
      return
    }
    let parties = try ImportedFile.parties(json)
    guard !items.isEmpty || !parties.isEmpty else {
      throw Problem("There are no characters in this file.", field: "file")
    }
    var characters: [VaultCharacter] = []
    for (place, item) in zip(1..., items) {
      characters.append(try ImportedFile.read(item, place: place))
    }
    self = .list(characters, parties)
  }

  /// Returns the known export format, if the file is one that leaves out some of a character.
  private static func export(_ json: JSON) -> String? {
    guard json[CharacterKey.characterClass.rawValue] == nil else { return nil }
    if json["class"] != nil { return "a record sheet as data" }
    return json["system"] == nil ? nil : "a Foundry actor"
  }

  /// Returns the parties in a file; older files have none.
  private static func parties(_ json: JSON) throws(Problem) -> [KeptParty] {
    guard let list = json[VaultDownload.partiesKey] else { return [] }
    guard case .array(let items) = list else { throw .notParty(1) }
    var parties: [KeptParty] = []
    for (place, item) in zip(1..., items) {
      guard let party = KeptParty.format.value(of: item)?.party else { throw .notParty(place) }
      parties.append(KeptParty(party))
    }
    return parties
  }

  private static func parse(_ content: ArraySlice<UInt8>) throws(Problem) -> JSON {
    // Some editors put a byte order mark in front of the text.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = content.starts(with: mark) ? content.dropFirst(mark.count) : content
    // A table or a picture needs no error about JSON's grammar.
    guard let first = text.first(where: { !" \t\r\n".utf8.contains($0) }),
      "{[".utf8.contains(first)
    else { throw .notCharacter }
    do throws(CharacterError) {
      return try CharacterJSON.parse(Array(text))
    } catch {
      // A file that is only longer or deeper than a character is another program's.
      if let json = try? JSON(Array(text)) {
        throw export(json).map(Problem.notWhole) ?? .notCharacter
      }
      throw Problem(error, place: nil)
    }
  }

  /// `place` counts from 1 in a list.
  private static func read(_ json: JSON, place: Int? = nil) throws(Problem) -> VaultCharacter {
    guard CharacterField.stored.contains(where: { json[$0.key.rawValue] != nil }) else {
      throw .notCharacter
    }
    do throws(CharacterError) {
      let character = try CharacterJSON.decode(
        json, isGenerous: true, withOrigin: true, inPlay: true)
      // Other programs may write anything there.
      guard case .array? = json[VaultCharacter.historyKey] else { return VaultCharacter(character) }
      return VaultCharacter(character, beside: json)
    } catch {
      throw Problem(error, place: place)
    }
  }
}

extension Problem {
  fileprivate static let notCharacter = Problem(
    """
    This isn’t a character file. Open the character, choose Download JSON, and import that file.
    """, field: "file")

  fileprivate static func notWhole(_ export: String) -> Problem {
    Problem(
      """
      This is \(export), which leaves out some of what a character needs. Open the character where \
      you keep it, choose Download JSON, and import that file.
      """, field: "file")
  }

  fileprivate static func notParty(_ place: Int) -> Problem {
    Problem(
      "Nothing was added: party \(place) in this file can’t be read, or breaks a rule.",
      field: "file")
  }

  fileprivate init(_ error: CharacterError, place: Int?) {
    switch error {
    case .syntax(let error):
      self.init(
        """
        This file isn’t valid JSON: \(error). Choose one that you got by Download JSON or Download \
        all.
        """, field: "file")
    case .violations(let violations): self.init(violations, place: place)
    }
  }

  /// Creates a problem with the first few violations.
  private init(_ violations: [Violation], place: Int?) {
    let most = 10
    let first =
      place.map { "Nothing was added: the rules don’t allow character \($0) in this file:" }
      ?? "The rules don’t allow the character in this file:"
    var mistakes = [Mistake(first, field: "file")]
    mistakes += violations.prefix(most).map {
      // Some sentences begin with the field themselves.
      let isNamed = $0.field.isEmpty || $0.message.hasPrefix("\($0.field) ")
      return Mistake(isNamed ? $0.message : "\($0.field): \($0.message)", field: "file")
    }
    if violations.count > most {
      mistakes.append(Mistake("And there’s more.", field: "file"))
    }
    self.init(mistakes)
  }

  fileprivate static func brokenOff(
    _ count: Int, of arrival: VaultArrival, _ error: StorageError
  ) -> Problem {
    let all = VaultWords.count(arrival.characters.count, parties: arrival.parties.count)
    return Problem(
      """
      We added only \(count) of \(all) before your vault stopped taking changes. Import the file \
      again for the rest; we’ll skip those already here.
      """, status: error.status)
  }
}

/// The part of a whole vault's file that a vault doesn't have yet.
struct VaultArrival {
  /// The characters to add; the first becomes the newest.
  private(set) var characters: [VaultCharacter]
  private(set) var parties: [KeptParty]
  private(set) var places: [CharacterID: EntryID] = [:]

  /// Creates an arrival without what the vault already holds.
  init(_ characters: [VaultCharacter], _ parties: [KeptParty], in contents: VaultContents) {
    var known: Set<PlayerCharacter> = []
    for entry in contents.characters {
      guard let character = entry.stored else { continue }
      known.insert(character)
      places[character.id] = entry.id
    }
    let knownParties = Set(contents.parties.compactMap { KeptParty($0.bytes)?.party })
    self.characters = characters.filter { !known.contains($0.character) }
    self.parties = parties.filter { !knownParties.contains($0.party) }
  }

  var count: Int { characters.count + parties.count }

  /// Gives new IDs to characters whose ID another one has, also in their parties.
  mutating func separate(using random: inout some RandomNumberGenerator) {
    var numbers = Set(places.keys)
    for place in characters.indices.reversed() {
      let old = characters[place].character.id
      guard !numbers.insert(old).inserted else { continue }
      characters[place].separate(using: &random)
      for party in parties.indices {
        parties[party].renumber(old, as: characters[place].character.id)
      }
    }
  }
}

extension Visit {
  /// Adds everything, or nothing if there is no room.
  /// - Throws: `StorageError`, or `Problem` if some was added before something failed.
  mutating func keep(_ arrival: VaultArrival, in contents: VaultContents) throws {
    guard contents.entries.count + arrival.count <= StorageLimits.vaultEntries else {
      throw StorageError.tooMany(limit: StorageLimits.vaultEntries)
    }
    var ids = contents.ids
    var places = arrival.places
    do throws(StorageError) {
      for character in arrival.characters.reversed() {
        let id = try addToVault(character.bytes, holding: ids)
        ids.insert(id)
        places[character.character.id] = id
      }
      for party in arrival.parties.reversed() {
        ids.insert(try addToVault(party.placed(places).bytes, holding: ids))
      }
    } catch {
      let added = ids.count - contents.ids.count
      guard added > 0 else { throw error }
      throw Problem.brokenOff(added, of: arrival, error)
    }
  }
}
