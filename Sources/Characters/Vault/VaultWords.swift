import Games
import Site
import Storage

/// Sentences with numbers on the vault's pages.
enum VaultWords {
  /// The time in which a deleted character can be restored: `ten minutes`.
  static let undoTime = StorageLimits.restoreSeconds.minutes
  /// The lifetime of a transfer code: `fifteen minutes`.
  static let codeTime = StorageLimits.codeSeconds.minutes

  static let historyLost = """
    This character’s history was damaged and is gone. The character itself is fine.
    """

  static let entryLost = """
    Something in your vault was damaged, so we put it aside. Ask whoever runs this hall whether \
    it can be brought back.
    """

  static let entryUnreadable = """
    A character in your vault can’t be read by this version of the hall. It’s kept as it is.
    """

  static func count(_ number: Int) -> String { number.counted("character", "characters") }

  static func download(file: Int, of count: Int) -> String {
    count == 1 ? "Download all" : "Download all, file \(file) of \(count)"
  }

  /// Returns counts in words, without those of 0: `3 characters and 1 party`.
  static func count(_ characters: Int, parties: Int) -> String {
    guard parties > 0 else { return count(characters) }
    let counted = parties.counted("party", "parties")
    return characters == 0 ? counted : "\(count(characters)) and \(counted)"
  }

  /// Reports what an imported file of several characters and parties added.
  static func imported(_ new: Int, parties: Int, known: Int) -> String {
    let arrival =
      new + parties == 0 ? "Nothing new" : "\(VaultWords.count(new, parties: parties)) added"
    guard known > 0 else { return "\(arrival)." }
    return "\(arrival); \(known) \(known == 1 ? "was" : "were") already here."
  }

  /// Reports one character's arrival, perhaps beside the same one.
  static func arrival(of character: PlayerCharacter, isCopy: Bool) -> String {
    let name = character.name.isolated
    return isCopy ? "\(name) was already here; this is another copy." : "\(name) is in your vault."
  }

  /// Reports a party's arrival, with the number of members who were there before.
  static func arrival(copied: Int, again: Int) -> String {
    let all = "\(count(copied)) copied to your vault."
    guard again > 0 else { return all }
    return all
      + (again == 1
        ? " One was already there; this is another copy."
        : " \(again) were already there; these are other copies.")
  }

  static func arrival(count: Int, own: Int) -> String {
    let all = "This browser now has the vault, with \(VaultWords.count(count))."
    guard own > 0 else { return all }
    return all
      + (own == 1
        ? " The one it had before is among them."
        : " The \(own) it had before are among them.")
  }
}
