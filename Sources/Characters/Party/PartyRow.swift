import Classrooms
import Games
import Mustache
import Site
import Storage

/// A row of a party's table: a member with the numbers that count in play.
struct PartyRow: Fielded {
  private let character: PlayerCharacter?
  private let id: CharacterID
  /// The number of the newest change in the vault; 0 elsewhere.
  private var lastNumber = 0
  /// The place in the marching order, from 1.
  private let place: Int
  /// The path of the sheet, if there is one.
  private let link: String?
  /// The employer's name; `nil` for a member who isn't a retainer.
  private let employer: String?
  private let isLast: Bool
  /// Whether descending armour classes are shown, with ascending ones in brackets.
  private let showsDescending: Bool

  /// Creates the row of a member of a party in this browser's vault.
  init(_ open: OpenParty, at index: Int) {
    let person = open.people[index]
    character = person.character
    id = person.member.id
    lastNumber = person.lastNumber
    place = index + 1
    link = person.entry.map { "/osr/vault/\($0.id.text)" }
    employer = person.member.service.flatMap { open[$0.employer]?.name }
    isLast = index == open.people.count - 1
    showsDescending = !open.characters.areAscendingOnly
  }

  /// Creates the row of a member of a shared party.
  init(_ characters: [PlayerCharacter], at index: Int, link: String) {
    let character = characters[index]
    self.character = character
    id = character.id
    place = index + 1
    self.link = link
    employer = nil
    isLast = index == characters.count - 1
    showsDescending = !characters.areAscendingOnly
  }

  private var sheet: RecordSheet? { character.map(RecordSheet.init) }

  private var weapons: [(line: WeaponLine, isLast: Bool)] {
    let lines = sheet?.weapons ?? []
    return lines.indices.map { (lines[$0], $0 == lines.count - 1) }
  }

  static func declare(_ field: inout Fields<PartyRow>) {
    field("id") { $0.id.text }
    field("lastNumber") { $0.lastNumber }
    field("place") { $0.place }
    field("link") { $0.link }
    field("name") { $0.character?.name ?? "Somebody who’s no longer in your vault" }
    field("title") { $0.character?.title }
    field("picture") { $0.character?.characterClass.id }
    field("rank") { $0.character?.rank }
    field("employer") { $0.employer }
    field("isHere") { $0.character != nil }
    field("points") { $0.character?.hitPointsNow }
    field("allPoints") { $0.character?.hitPoints }
    field("isDead") { $0.character?.hitPointsNow == 0 }
    field("armourClass") { row in row.sheet.map { row.fitted($0.armourClassText) } }
    field("attack") { row in row.sheet.map { row.fitted($0.attackText) } }
    field.rows("weapons", \.weapons) { weapon in
      weapon("name") { $0.line.name }
      weapon("hit") { $0.line.toHit.bonusText }
      weapon("damage") { $0.line.damageText }
      weapon("isLast") { $0.isLast }
    }
    field.rows("saves", { $0.character == nil ? [] : SavingThrow.allCases }) { save in
      save("letter") { $0.letter }
      save("name") { $0.name }
      save("value") { $1.sheet?.saves[$0] }
    }
    field("pace") { $0.sheet?.movement.paceText }
    field("purse") { $0.character.map { "Coins: \($0.coins.purseText)" } }
    field("more") { $0.more }
    field("isFirst") { $0.place == 1 }
    field("isLast") { $0.isLast }
  }

  /// Returns the armour class in the form of the table.
  private func fitted(_ text: String) -> String {
    showsDescending && sheet?.isAscendingOnly == true ? "[\(text)]" : text
  }

  /// The conditions, spells and lights, if there are any.
  private var more: String? {
    guard let play = character?.record else { return nil }
    let left = play.prepared.filter { !$0.isCast }.map(\.spell.name)
    let lists = [
      ("Conditions", play.conditions.map(\.isolated)), ("Spells", left),
      ("Light", [play.clock.lightsText].compactMap(\.self)),
    ]
    let parts = lists.filter { !$0.1.isEmpty }
    return parts.isEmpty
      ? nil : parts.map { "\($0): \($1.joined(separator: ", "))" }.joined(separator: "; ")
  }
}

extension [PlayerCharacter] {
  /// Whether all of them show only ascending armour classes.
  var areAscendingOnly: Bool {
    !isEmpty && allSatisfy { $0.options.contains(.ascendingOnly) }
  }

  var attackHead: String { areAscendingOnly ? "Attack bonus" : "THAC0" }
}
