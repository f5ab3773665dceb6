import Classrooms
import Games
import Rooms
import Site
import Storage
import Web

/// A character as stored in a vault, with its history.
///
/// Each change keeps, as JSON, the previous values of the keys that it changed, so undoing changes
/// from the newest back restores every earlier state. If one can't be read, it and all older ones
/// are dropped, but never the character: that is the first line of a vault's entry, which storage
/// protects separately. The second line is the history; the third holds the secrets of what was
/// shared on the cloud from this browser, and the table that the character is at.
struct VaultCharacter {
  /// The key of the history in downloaded files, and in entries saved before they had lines.
  static let historyKey = "history"
  /// The most bytes of a history; the oldest changes are dropped.
  private static let largestHistory = 24 * 1024
  /// After a loss, numbering resumes above this value, which no history reaches.
  private static let mostBeforeLoss = 1_000_000
  /// The most cloud records of one character at once.
  static let mostShared = 8

  private(set) var character: PlayerCharacter
  /// The secrets of cloud records by their IDs, the newest last; not in downloaded files.
  private var secrets: [JSON.Member] = []
  /// The character's place at a table; not in downloaded files either.
  private(set) var place: TablePlace?
  /// The place that it has left, if the game master sent it away; not in the entry.
  var left: (room: CampaignRoom, member: Campaign.Member)?
  /// The mark that `hasMoved` compares; `nil` for a character in this vault only.
  private var mark: String?
  /// The changes, oldest first.
  private(set) var changes: [JSON]
  /// Whether the history can't be read and the character hasn't changed since.
  private(set) var isHistoryLost = false

  init(_ character: PlayerCharacter) {
    self.character = character
    changes = []
  }

  /// - Returns: `nil` if the bytes aren't a character.
  init?(_ bytes: [UInt8]) {
    let parts = VaultEntry.parts(bytes)
    guard let json = try? CharacterJSON.parse(parts.map { Array($0.firstLine) } ?? bytes),
      let character = CharacterJSON.stored(json)
    else { return nil }
    guard let parts else {
      self.init(character, beside: json)
      return
    }
    let (history, secrets) = VaultCharacter.lines(parts.rest)
    self.init(character, history: (try? CharacterJSON.parse(Array(history))) ?? .null)
    if let secrets, case .object(let members)? = try? CharacterJSON.parse(Array(secrets)) {
      self.secrets = members.filter { ![TablePlace.key, VaultCharacter.markKey].contains($0.name) }
      place = members.first { $0.name == TablePlace.key }.flatMap { TablePlace($0.value) }
      mark = members.first { $0.name == VaultCharacter.markKey }?.value.text
    }
  }

  /// Creates a character that was read from `json`, with the history beside it.
  init(_ character: PlayerCharacter, beside json: JSON) {
    self.init(character, history: json[VaultCharacter.historyKey])
  }

  private init(_ character: PlayerCharacter, history: JSON?) {
    self.init(character)
    if case .array(let changes)? = history {
      self.changes = changes.suffix(RecordedCharacter.mostChanges)
    } else {
      isHistoryLost = history != nil
    }
  }

  /// Whether the newest change used up one of several things.
  var usedSupply: Bool {
    changes.last?["kind"]?.text == "used"
      && changes.last?["before"]?[CharacterKey.otherThings.rawValue] == nil
  }

  /// The number of the newest change, if there ever was one.
  var lastNumber: Int? {
    isHistoryLost ? numberAfterLoss : changes.last.map(VaultChange.number)
  }

  /// The number of the newest change, if there is one and it isn't an undo.
  var lastChange: Int? {
    changes.last.flatMap { $0[VaultChange.undoesKey] == nil ? VaultChange.number($0) : nil }
  }

  /// A substitute for the last change's number once the history is lost.
  ///
  /// It almost certainly differs for each state of the character, so that a change between two
  /// losses is noticed.
  private var numberAfterLoss: Int {
    // FNV-1a of the character; 28 bits of it, since forms take no number over a billion.
    let hash = CharacterJSON.encode(character, withOrigin: true).reduce(2_166_136_261 as UInt32) {
      ($0 ^ UInt32($1)) &* 16_777_619
    }
    return VaultCharacter.mostBeforeLoss + Int(hash >> 4)
  }

  /// Whether the character was ever changed here.
  var wasChanged: Bool { isHistoryLost || !changes.isEmpty }

  /// The bytes to store in the vault.
  ///
  /// A character that never changed has the same bytes as ever.
  var bytes: [UInt8] {
    var bytes = CharacterJSON.encode(character, withOrigin: true)
    if isHistoryLost {
      bytes.append(VaultEntry.lineEnd)
    } else {
      let kept = kept(beside: bytes)
      if !kept.isEmpty || !own.isEmpty {
        bytes.append(VaultEntry.lineEnd)
        bytes += JSON.array(kept).bytes
      }
    }
    guard !own.isEmpty else { return bytes }
    bytes.append(VaultEntry.lineEnd)
    bytes += JSON.object(own).bytes
    return bytes + [VaultEntry.lineEnd]
  }

  /// The third line, which no file has.
  private var own: [JSON.Member] {
    secrets
      + [
        place.map { JSON.Member(name: TablePlace.key, value: $0.json) },
        mark.map { JSON.Member(name: VaultCharacter.markKey, value: .string($0)) },
      ].compactMap(\.self)
  }

  /// Returns the lines of the history and of any secrets, which alone end with a line break.
  private static func lines(
    _ rest: ArraySlice<UInt8>
  ) -> (history: ArraySlice<UInt8>, secrets: ArraySlice<UInt8>?) {
    guard rest.last == VaultEntry.lineEnd, let end = rest.firstIndex(of: VaultEntry.lineEnd) else {
      return (rest, nil)
    }
    return (rest[..<end], rest[(end + 1)...])
  }

  /// Returns an entry's bytes as if nothing had been shared.
  static func withoutSecrets(_ bytes: [UInt8]) -> [UInt8] {
    // Only an entry without a history ends like this.
    guard bytes.last == VaultEntry.lineEnd, let parts = VaultEntry.parts(bytes) else {
      return bytes
    }
    let (history, secrets) = lines(parts.rest)
    guard secrets != nil else { return bytes }
    return history.elementsEqual(JSON.array([]).bytes)
      ? Array(parts.firstLine.dropLast()) : Array(bytes[..<history.endIndex])
  }

  /// The IDs of records shared from here, the newest last.
  var sharedIDs: [CloudID] { secrets.compactMap { CloudID($0.name) } }

  /// Returns the secret of a record; `nil` if it wasn't shared from here.
  func secret(of id: CloudID) -> String? {
    secrets.last { $0.name == id.text }?.value.text
  }

  /// Stores the secret of a record shared from here; `nil` removes it.
  mutating func keep(_ secret: String?, of id: CloudID) {
    secrets.removeAll { $0.name == id.text }
    if let secret { secrets.append(JSON.Member(name: id.text, value: .string(secret))) }
  }

  /// Takes a place at a table, or leaves its table if there is none.
  mutating func sit(at place: TablePlace?) { self.place = place }

  /// Leaves its place at the table to the same character in another vault.
  mutating func move(to vault: VaultID) {
    place = nil
    mark = mark(of: vault)
  }

  /// Returns whether it left its place to that vault and hasn't changed since.
  func hasMoved(to vault: VaultID) -> Bool { mark == mark(of: vault) }

  private func mark(of vault: VaultID) -> String {
    let character = CharacterJSON.encode(character, withOrigin: true)
    return String(fingerprint(of: Array(vault.text.utf8) + character))
  }

  private static let markKey = "moved"

  /// Takes the game master's new changes, each once and whatever its effect.
  mutating func take(_ turns: [Campaign.Turn]) {
    for turn in turns {
      guard let place, turn.number > place.applied else { continue }
      var recorded = RecordedCharacter(character, after: lastNumber ?? 0)
      // A change that a rule forbids has no effect here, as at the table.
      try? recorded.make(turn.turn.kind, at: turn.time) { character throws(RuleRefusal) in
        try character.taking(turn.turn)
      }
      append(recorded, table: place.code)
      self.place?.applied = turn.number
    }
  }

  /// Returns whether the change with this number is a game master's.
  func isGameMasters(_ number: Int) -> Bool {
    changes.contains { VaultChange.number($0) == number && $0[VaultChange.tableKey] != nil }
  }

  /// The character with its history in one JSON object, for downloaded files.
  var fileBytes: [UInt8] {
    let character = CharacterJSON.json(character, withOrigin: true)
    let kept = kept(beside: character.bytes)
    guard case .object(let members) = character, !kept.isEmpty else { return character.bytes }
    let history = JSON.Member(name: VaultCharacter.historyKey, value: .array(kept))
    return JSON.object(members + [history]).bytes
  }

  /// Returns the newest changes for which an entry or a file has room beside the character.
  private func kept(beside character: [UInt8]) -> [JSON] {
    var room = min(
      VaultCharacter.largestHistory,
      StorageLimits.entryBytes - character.count - JSON.object(own).bytes.count - 22)
    return changes.reversed().prefix { change in
      room -= change.bytes.count + 1
      return room >= 0
    }.reversed()
  }

  /// Makes and stores a change, unless it changes nothing.
  ///
  /// `payout` is the payout that the change is a share of.
  /// - Throws: `RuleRefusal`; then nothing is changed.
  mutating func make(
    _ kind: CharacterChange.Kind, at moment: Int, payout: CharacterID? = nil,
    _ move: (PlayerCharacter) throws(RuleRefusal) -> PlayerCharacter
  ) throws(RuleRefusal) {
    // This needs the number of the last change, but not the earlier states.
    var recorded = RecordedCharacter(character, after: lastNumber ?? 0)
    try recorded.make(kind, at: moment, move)
    append(recorded, payout: payout)
  }

  /// Undoes one change.
  /// - Throws: `RuleRefusal`; then nothing is changed.
  mutating func undo(_ number: Int, at moment: Int) throws(RuleRefusal) {
    var recorded = recorded
    try recorded.undo(number, at: moment)
    append(recorded)
  }

  /// Gives the character its own ID, as it isn't a version of the one with the same ID.
  mutating func separate(using random: inout some RandomNumberGenerator) {
    character.id = CharacterID(using: &random)
  }

  /// Gives the character a new ID, with which it is shared.
  mutating func renumber(using random: inout some RandomNumberGenerator) {
    let earlier = character.id
    character.id = CharacterID(using: &random)
    character.earlierVersion = earlier
  }

  /// The character with all earlier states that can be read.
  var recorded: RecordedCharacter {
    var after = CharacterJSON.json(character, withOrigin: true)
    var read: [CharacterChange] = []
    for json in changes.reversed() {
      guard let change = VaultChange.format.value(of: json),
        let before = change.state(before: after)
      else { break }
      read.append(change.change(of: before.character))
      after = before.json
    }
    return RecordedCharacter(
      character, changes: read.reversed(), after: lastNumber ?? 0)
  }

  private mutating func append(
    _ recorded: RecordedCharacter, payout: CharacterID? = nil, table: RoomCode? = nil
  ) {
    guard recorded.character != character || recorded.changes.last?.undoes != nil,
      let change = recorded.changes.last
    else { return }
    isHistoryLost = false
    changes.append(
      VaultChange.format.json(
        VaultChange(change, after: recorded.character, payout: payout, table: table)))
    changes = changes.suffix(RecordedCharacter.mostChanges)
    character = recorded.character
  }
}
