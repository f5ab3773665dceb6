import Games
import Mustache
import Site

/// A row of a reference table: its head and its cells.
struct ReferenceRow: Fielded, Equatable, Sendable {
  let head: String
  let cells: [String]

  static func declare(_ field: inout Fields<ReferenceRow>) {
    field("head") { $0.head }
    field("cells") { $0.cells }
  }
}

extension ReferenceRow {
  /// Returns a row for each run of equal cells, headed by its span: `4–5`.
  static func bands(_ numbers: ClosedRange<Int>, _ cells: (Int) -> [String]) -> [ReferenceRow] {
    var rows: [(span: ClosedRange<Int>, cells: [String])] = []
    for number in numbers {
      let cells = cells(number)
      if let last = rows.last, last.cells == cells {
        rows[rows.count - 1].span = last.span.lowerBound...number
      } else {
        rows.append((number...number, cells))
      }
    }
    return rows.map { ReferenceRow(head: $0.span.text, cells: $0.cells) }
  }
}

extension AbilityMinimum {
  /// The score with a non-breaking space: `Strength 13`.
  var text: String { "\(ability.name)\u{A0}\(score)" }
}

extension ClassRecord {
  /// The requirements, or `None`.
  var requirementsText: String {
    requirements.isEmpty ? "None" : requirements.map(\.text).listed()
  }

  var primeRequisitesText: String { primeRequisites.map(\.name).listed() }

  /// The languages that members speak.
  var languagesText: String {
    (["Common", "alignment"] + languages.map(\.name)).joined(separator: ", ")
  }

  /// The kind of magic, and the level at which it starts.
  var magicText: String {
    guard let first = progression.first(where: { $0.spellSlots.contains { $0 > 0 } }) else {
      return "None"
    }
    return "\(hasArcaneMagic ? "Arcane" : "Divine"), from level \(first.level)"
  }

  /// THAC0 with attack bonus, then the saves in order; levels with equal numbers share a row.
  var fightingRows: [ReferenceRow] {
    ReferenceRow.bands(1...progression.count) { level in
      let record = progression[level - 1]
      return [record.attackText] + SavingThrow.allCases.map { "\(record.saves[$0])" }
    }
  }
}

extension LevelRecord {
  /// The attack as text: `17 [+2]`.
  var attackText: String { "\(thac0) [\(attackBonus.modifierText)]" }
}

/// A term of the rules with its meaning: a feature of a class, a quality of weapons, a spell.
struct Term: Fielded, Sendable {
  let name: String
  let text: String

  static func declare(_ field: inout Fields<Term>) {
    field("name") { $0.name }
    field("text") { $0.text }
  }
}

extension Term {
  init(_ feature: ClassFeature) {
    self.init(name: feature.name, text: feature.text)
  }

  init(_ quality: WeaponQuality) {
    self.init(name: quality.name, text: quality.text)
  }
}

/// A modifier of a score, with its value.
struct ModifierRow: Fielded {
  let modifier: Modifier
  let score: Int

  static func declare(_ field: inout Fields<ModifierRow>) {
    field("name") { $0.modifier.name }
    field("value") { $0.modifier.text(at: $0.score) }
    field("summary") { $0.modifier.summary }
  }
}

/// A movement rate for a load or under a rule.
struct MovementRow: Fielded {
  let head: String
  let movement: Movement

  static func declare(_ field: inout Fields<MovementRow>) {
    field("head") { $0.head }
    field("base") { $0.movement.base }
    field("encounter") { $0.movement.encounter }
    field("miles") { $0.movement.overlandMiles }
  }
}
