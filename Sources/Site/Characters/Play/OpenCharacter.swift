import Games
import Storage
import Web

/// A character of this browser's vault as a page shows it or a move changes it.
struct OpenCharacter {
  let entry: VaultEntry
  var kept: VaultCharacter
  var character: PlayerCharacter { kept.character }
  /// Where its pages are, below the mount.
  var path: String { "/osr/vault/\(entry.id.text)" }
}

extension Visit {
  /// The character that the address names.
  /// - Throws: `Refusal` 404 for one that is not in this vault, or `StorageError`.
  func openCharacter() throws -> OpenCharacter {
    let entry = try vaultEntry()
    guard let kept = VaultCharacter(entry.bytes) else { throw StorageError.damaged }
    return OpenCharacter(entry: entry, kept: kept)
  }

  /// Changes a character if the form was drawn from just what the vault still holds.
  ///
  /// Of two tabs that send forms drawn from the same character, the first changes it; the other gets
  /// its page again, with all that was typed and what the character is now. `page` shows the
  /// character as it is, with the problem; `move` answers what happened and where to go on.
  /// - Throws: `Refusal` if no page of the character can be shown.
  mutating func change(
    showing page: (OpenCharacter, Visit, Problem) throws -> any Page,
    _ move: (inout VaultCharacter, inout Visit) throws -> (news: String, address: String)
  ) throws -> Answer {
    try self.move(
      showing: { (_: VaultState, visit, problem) in
        try page(visit.openCharacter(), visit, problem)
      }
    ) { state, visit in
      let open = try visit.openCharacter()
      guard visit.form["version"] == open.entry.version else {
        throw Problem(.changedElsewhere, form: visit.form)
      }
      var kept = open.kept
      let (news, address) = try move(&kept, &visit)
      try visit.replace(open.entry, with: kept.bytes)
      state = visit.vaultState
      state.news = visit.note(news, about: open.entry.id)
      return address
    }
  }

  /// Puts a changed character or party in its old place.
  /// - Throws: `Problem` if somebody was faster, with that notice, or storage failed; `Refusal` 404.
  func replace(
    _ entry: VaultEntry, with bytes: [UInt8], orElse notice: Problem.Notice = .changedElsewhere
  ) throws {
    guard bytes != entry.bytes else { return }
    guard let key = vaultKey else { throw Refusal.notInVault }
    let isThere: Bool
    do throws(StorageError) {
      isThere = try storage.vaults.replace(
        entry.id, of: key, with: bytes, over: entry.bytes, now: now)
    } catch .changed {
      throw Problem(notice, form: form)
    } catch {
      throw Problem(error, of: "Your vault")
    }
    guard isThere else { throw Refusal.notInVault }
  }
}

extension Visit {
  /// Makes one change of a character, as the form wants it.
  ///
  /// `field`: the one that is to blame for a refusal.
  /// - Returns: what it did, and the page of the character that the form was on.
  /// - Throws: `Problem` at the field if a rule refuses it; it keeps the form.
  func make(
    _ kind: CharacterChange.Kind, in kept: inout VaultCharacter,
    field: (RuleRefusal) -> String?,
    _ move: (PlayerCharacter, Form) throws(RuleRefusal) -> PlayerCharacter
  ) throws(Problem) -> (news: String, address: String) {
    let before = kept.character
    do throws(RuleRefusal) {
      try kept.make(kind, at: now) { character throws(RuleRefusal) in try move(character, form) }
    } catch {
      throw Problem(error, field: field(error), form: form)
    }
    let segments = request.path.split(separator: "/").prefix(4)
    return (
      "\(kind.sentence(from: before, to: kept.character)).", "/" + segments.joined(separator: "/")
    )
  }
}

extension Problem {
  /// A rule that a change breaks, at the field that is to blame; the form keeps what was typed.
  init(_ refusal: RuleRefusal, field: String?, form: Form) {
    self.init([Mistake(refusal.sentence, field: field)], form: form)
  }

  /// What a page says instead of making a change: a mistake to correct, or that it came too late.
  var isChangedElsewhere: Bool { notice == .changedElsewhere }
}

extension Problem.Notice {
  static let changedElsewhere = Problem.Notice(
    title: "Nothing was changed",
    sentence: """
      Nothing was changed: this character has changed since your page was loaded, perhaps in \
      another tab. Here’s how it is now.
      """)
}

extension Form {
  /// A whole number that was typed; blanks around it and commas between thousands don't matter.
  func whole(_ field: String) -> Int? {
    let text = (self[field] ?? "").filter { !$0.isWhitespace && $0 != "," }
    guard let number = TypedNumber(text), !number.wasRounded else { return nil }
    return number.number
  }
}
