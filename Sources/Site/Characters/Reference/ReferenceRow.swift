import Mustache

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
  /// One row for neighbours with equal cells, headed by their span: `4–5`.
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
