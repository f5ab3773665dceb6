import Classrooms
import DiceLanguage
import Games
import Mustache
import Rooms
import Site
import Storage
import Web

/// A character of this browser's vault, opened to be shown or changed.
struct OpenCharacter: OpenEntry {
  /// The pages of one character.
  enum Tab: String, EntryTab {
    case sheet, play, edit, equipment, spells, level, history
  }

  static let root = "/osr/vault"
  static let isParty = false
  static let description = "A character of this browser’s vault."
  static let changedElsewhere = Problem.Notice(
    title: "Nothing was changed",
    sentence: """
      Nothing was changed: this character has changed since your page was loaded, perhaps in \
      another tab. Here’s how it is now.
      """)

  private(set) var entry: VaultEntry
  /// The character, including the game master's changes, which the next move saves.
  var kept: VaultCharacter
  /// The table that it is at, with its number there; `nil` without one or if it can't be read.
  let table: (room: CampaignRoom, member: Campaign.Member)?

  init(_ entry: VaultEntry, in visit: Visit) throws(StorageError) {
    guard var kept = VaultCharacter(entry.bytes) else { throw .damaged }
    self.entry = entry
    table = kept.catchUp(in: visit)
    self.kept = kept
  }

  /// Tells the table the character's current state; if that fails, the next move does.
  func tell(in visit: Visit) {
    kept.left.map { visit.forget($0.member, at: $0.room) }
    guard let table, let place = kept.place else { return }
    _ = try? visit.bring(
      character, as: place.member, version: kept.lastNumber ?? 0, applied: place.applied,
      to: table.room)
  }

  /// Rolls, and uses up a missile of a bow.
  ///
  /// With `mustShow`, nothing is shot if the character's table wouldn't take the roll.
  /// - Returns: the result, and the number of missiles left.
  /// - Throws: `Problem` for a roll that can't be made now.
  mutating func roll(
    _ check: TableCheck, in visit: inout Visit, mustShow: Bool = false
  ) throws -> (roll: ExpressionRoll, left: String?) {
    if let obstacle = check.obstacle { throw Problem(obstacle) }
    let roll = check.roll(using: &visit.random)
    if mustShow { try show(check, roll, in: visit, isTrial: true) }
    guard let shot = check.shot else { return (roll, nil) }
    _ = try make(.shot, in: &visit) { character, _ throws(RuleRefusal) in
      try character.shooting(shot)
    }
    try visit.replace(entry, with: bytes)
    entry = VaultEntry(id: entry.id, bytes: bytes, saved: visit.now)
    tell(in: visit)
    return (roll, "\(shot.shotsText(character.shots(shot))) left.")
  }

  var character: PlayerCharacter { kept.character }
  var bytes: [UInt8] { kept.bytes }
  var lastChange: Int? { kept.lastChange }

  /// Only some characters cast spells.
  var tabs: [Tab] {
    Tab.allCases.filter { $0 != .spells || character.characterClass.magic != nil }
  }

  func title(of tab: Tab) -> String {
    tab == .sheet
      ? "\(character.name.isolated), \(character.characterClass.name.lowercased())"
      : "\(tab.name) – \(character.name.isolated)"
  }

  static func declare(_ field: inout Fields<EntryLayout<OpenCharacter>>) {
    field("loss") { $0.open.kept.isHistoryLost ? VaultWords.historyLost : nil }
    field("undoes") { $0.problem == nil ? $0.state.note(on: $0.page)?.change : nil }
    field("tableCode") { $0.open.table?.room.code.signs }
    field("tableName") { $0.open.table?.room.code.text }
    field("member") { $0.open.table?.member.number }
    field.object("asked", { layout in layout.open.table.flatMap { $0.room.asked($0.member) } }) {
      asked in
      asked("what") { $0.check.task }
      asked("answers") { $0.number }
      // Other rolls use a number of the character’s, which has its own button: this leads to it.
      asked("place") { $0.check == .sides ? nil : $0.check.place }
      asked("button") { $0.check == .sides ? $0.check.button(of: "") : nil }
    }
    field("page") { $0.page }
    field("name") { $0.open.character.name }
    field("picture") { $0.open.character.characterClass.id }
    field("rank") { layout in
      let character = layout.open.character
      return "Level \(character.level) \(character.characterClass.name.lowercased())"
    }
  }

  /// Makes one change by the rules.
  ///
  /// - Returns: what it did.
  /// - Throws: `Problem` if a rule refuses it, at `field` if that is to blame; it keeps the form.
  mutating func make(
    _ kind: CharacterChange.Kind, in visit: inout Visit,
    blaming field: (RuleRefusal, Form) -> String? = { _, _ in nil },
    _ change: (PlayerCharacter, inout Visit) throws(RuleRefusal) -> PlayerCharacter
  ) throws(Problem) -> String {
    let before = character
    do throws(RuleRefusal) {
      try kept.make(kind, at: visit.now) { character throws(RuleRefusal) in
        try change(character, &visit)
      }
    } catch {
      let field = error.isAboutCharacter ? nil : field(error, visit.form)
      throw Problem([.init(error.sentence, field: field)], form: visit.form)
    }
    return "\(kind.sentence(from: before, to: character))."
  }
}

extension VaultCharacter {
  /// Reads an entry with the changes by its table's game master; `nil` if it isn't a character.
  init?(_ entry: VaultEntry, in visit: Visit) {
    self.init(entry.bytes)
    catchUp(in: visit)
  }

  /// Takes the changes by its table's game master; a character that was sent away leaves.
  /// - Returns: the table that it is at; `nil` without one or if it can't be read.
  @discardableResult
  mutating func catchUp(
    in visit: Visit
  ) -> (room: CampaignRoom, member: Campaign.Member)? {
    guard let place, let room = visit.campaignRoom(place.code),
      let member = room.own(place.member, character.id)
    else { return nil }
    take(member.waiting)
    if room.seats(member) { return (room, member) }
    sit(at: nil)
    left = (room, member)
    return nil
  }
}

extension EntryPage<OpenCharacter> {
  var character: PlayerCharacter { layout.open.character }

  static var undo: Route {
    move("undo") { open, visit in
      let before = open.character
      try Problem.telling(open.kept.undo(visit.form.whole("change") ?? 0, at: visit.now))
      let kind = open.kept.recorded.changes.last?.kind ?? .told
      return "\(kind.undoSentence(from: before, to: open.character))."
    }
  }

  /// Returns the route of a change by the rules; `field` is to blame for a refusal.
  static func change(
    _ name: String, _ kind: CharacterChange.Kind, at field: String? = nil,
    blaming blamed: (@Sendable (RuleRefusal, Form) -> String?)? = nil,
    _ change:
      @escaping @Sendable (PlayerCharacter, inout Visit) throws(RuleRefusal) -> PlayerCharacter
  ) -> Route {
    move(name) { open, visit in
      try open.make(kind, in: &visit, blaming: blamed ?? { _, _ in field }, change)
    }
  }
}
