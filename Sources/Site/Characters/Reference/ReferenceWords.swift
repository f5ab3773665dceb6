import Games
import Mustache

/// A row of a table to look things up in: what it is about, and its cells.
struct ReferenceRow: Fielded, Equatable, Sendable {
  let head: String
  let cells: [String]

  static func declare(_ field: inout Fields<ReferenceRow>) {
    field("head") { $0.head }
    field("cells") { $0.cells }
  }
}

/// A word of the rules and what it means.
struct ReferenceTerm: Fielded, Sendable {
  let name: String
  let text: String

  static func declare(_ field: inout Fields<ReferenceTerm>) {
    field("name") { $0.name }
    field("text") { $0.text }
  }
}

extension ReferenceRow {
  /// One row for neighbours whose cells are alike, headed by their span: `4–5`.
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

extension ClosedRange<Int> {
  /// `4–5`, or one number alone.
  var text: String {
    lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)\u{2013}\(upperBound)"
  }
}

extension AbilityMinimum {
  /// `Strength 13`, never broken between the two.
  var text: String { "\(ability.name)\u{A0}\(score)" }
}

extension String {
  /// With a capital first letter.
  var asSentence: String { prefix(1).uppercased() + dropFirst() }
}

extension ClassRecord {
  /// What the scores need, or `None`.
  var requirementsText: String {
    requirements.isEmpty ? "None" : requirements.map(\.text).listed()
  }

  var primeRequisitesText: String { primeRequisites.map(\.name).listed() }

  /// All that members speak.
  var languagesText: String {
    (["Common", "alignment"] + languages.map(\.name)).joined(separator: ", ")
  }

  /// Which magic, and from which level.
  var magicText: String {
    guard let first = progression.first(where: { $0.spellSlots.contains { $0 > 0 } }) else {
      return "None"
    }
    return "\(hasArcaneMagic ? "Arcane" : "Divine"), from level \(first.level)"
  }

  /// Levels with the same numbers in one row: THAC0 with the bonus, then the saves in order.
  var fightingRows: [ReferenceRow] {
    ReferenceRow.bands(1...progression.count) { level in
      let record = progression[level - 1]
      return [record.attackText] + SavingThrow.allCases.map { "\(record.saves[$0])" }
    }
  }
}

extension LevelRecord {
  /// `17 [+2]`.
  var attackText: String { "\(thac0) [\(Modifier.signed(attackBonus))]" }
}
