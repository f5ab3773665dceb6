import Games
import Mustache
import Site
import Storage

/// One of a party with the numbers that count at the table, beside the others.
struct PartyRow: Fielded {
  private let character: PlayerCharacter?
  private let id: CharacterID
  /// Of the newest change in the vault; 0 elsewhere.
  private var lastNumber = 0
  /// From the front, from 1.
  private let place: Int
  /// The address of the sheet, below the mount; `nil` without one.
  private let link: String?
  /// Whom a retainer follows; `nil` for anybody else.
  private let employer: String?
  private let isLast: Bool
  /// Whether the table has descending armour classes, beside which an ascending one stands in brackets.
  private let showsDescending: Bool

  /// Somebody in a party of this browser's vault.
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

  /// Somebody in a party that was shared.
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

  /// As the table has it.
  private func fitted(_ text: String) -> String {
    showsDescending && sheet?.isAscendingOnly == true ? "[\(text)]" : text
  }

  /// Conditions, spells and lights, as far as there are any.
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
  /// Whether the table of these shows only ascending armour classes.
  var areAscendingOnly: Bool {
    !isEmpty && allSatisfy { $0.options.contains(.ascendingOnly) }
  }

  var attackHead: String { areAscendingOnly ? "Attack bonus" : "THAC0" }
}

extension RecordSheet {
  /// In a line of text: `THAC0 19 [+0]`.
  var attackLine: String { "\(attackHead.lowercasedFirst) \(attackText)" }
}
