import Games
import Storage
import Web

/// Takes a file of one or several characters back in.
///
/// A single one that is here already comes in as a copy with a new id. Of several, those that are
/// here just like that are left out, so a file may be sent again.
func importCharacter(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { state, visit in
    let upload = try Multipart(visit.request.body, contentType: visit.request.contentType)
    let contents = try visit.freshContents(upload["revision"]?.text ?? "0")
    switch try ImportedFile(upload["file"]) {
    case .character(var kept):
      let isHere = contents.holds(kept.character.id)
      if isHere { kept.separate(using: &visit.random) }
      try visit.keep(kept, to: contents)
      let name = kept.character.name.isolated
      state.news = visit.note(
        isHere ? "\(name) was already here; this is another copy." : "\(name) is in your vault.")
    case .list(let characters):
      let new = try visit.keepMissing(characters, in: contents)
      state.news = visit.note(VaultWords.imported(new, known: characters.count - new))
    }
    return "/osr/vault"
  }
}

extension Visit {
  /// Adds those that are not there yet, or none if there is no room for all; the first become the
  /// newest.
  /// - Returns: how many were added.
  /// - Throws: `StorageError`, or `Problem` if some were added before something failed.
  fileprivate mutating func keepMissing(
    _ characters: [VaultCharacter], in contents: VaultContents
  ) throws -> Int {
    let known = Set(contents.entries.compactMap { CharacterJSON.stored($0.bytes) })
    var numbers = Set(known.map(\.id))
    let missing = characters.filter { !known.contains($0.character) }
    guard contents.entries.count + missing.count <= StorageLimits.vaultEntries else {
      throw StorageError.tooMany(limit: StorageLimits.vaultEntries)
    }
    var ids = contents.ids
    for (count, var character) in missing.reversed().enumerated() {
      if !numbers.insert(character.character.id).inserted { character.separate(using: &random) }
      do throws(StorageError) {
        ids.insert(try addToVault(character.bytes, holding: ids))
      } catch {
        guard count > 0 else { throw error }
        throw Problem.brokenOff(count, of: missing.count, error)
      }
    }
    return missing.count
  }
}

/// What a file holds.
private enum ImportedFile {
  case character(VaultCharacter)
  case list([VaultCharacter])

  /// - Throws: `Problem` at the field, with everything that is wrong with the file.
  init(_ part: Multipart.Part?) throws(Problem) {
    guard let content = part?.content, !content.isEmpty else {
      throw Problem(
        part?.hasFile == true ? "This file is empty." : "Choose a file first.", field: "file")
    }
    let json = try ImportedFile.parse(content)
    guard case .array(let items) = json[CharacterAnswers.listKey] else {
      // The sheet spells the key differently.
      guard json["class"] == nil || json["characterClass"] != nil else { throw .sheetNotCharacter }
      self = .character(try ImportedFile.read(json))
      return
    }
    guard !items.isEmpty else {
      throw Problem("There are no characters in this file.", field: "file")
    }
    var characters: [VaultCharacter] = []
    for (place, item) in zip(1..., items) {
      characters.append(try ImportedFile.read(item, place: place))
    }
    self = .list(characters)
  }

  private static func parse(_ content: ArraySlice<UInt8>) throws(Problem) -> JSON {
    // Some editors put a byte order mark in front of the text.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = content.starts(with: mark) ? content.dropFirst(mark.count) : content
    // Whoever sends a table or a picture needs no word about the grammar of JSON.
    guard let first = text.first(where: { !" \t\r\n".utf8.contains($0) }),
      "{[".utf8.contains(first)
    else { throw .notCharacter }
    do throws(CharacterError) {
      return try CharacterJSON.parse(Array(text))
    } catch {
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

  fileprivate static let sheetNotCharacter = Problem(
    """
    This is a record sheet as data, which leaves out some of what a character needs. Open the \
    character where you keep it, choose Download JSON, and import that file.
    """, field: "file")

  fileprivate static func brokenOff(_ count: Int, of all: Int, _ error: StorageError) -> Problem {
    Problem(
      """
      Only \(count) of \(VaultWords.count(all)) could be added, then your vault couldn’t be changed. \
      Import the file again for the rest: what’s already here is left out.
      """, status: error.status)
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

  /// The first few of them.
  private init(_ violations: [Violation], place: Int?) {
    let most = 10
    let first =
      place.map { "Nothing was added: the rules don’t allow character \($0) in this file:" }
      ?? "The rules don’t allow the character in this file:"
    var mistakes = [Mistake(first, field: "file")]
    mistakes += violations.prefix(most).map {
      // Some sentences begin with the field themselves.
      let isNamed = $0.field.isEmpty || $0.message.hasPrefix("\($0.field) ")
      return Mistake(isNamed ? $0.message : "\($0.field): \($0.message)")
    }
    if violations.count > most {
      mistakes.append(
        Mistake("And there’s more."))
    }
    self.init(mistakes)
  }
}
