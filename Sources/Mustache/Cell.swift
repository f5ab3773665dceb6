/// One value in the arena: 16 plain bytes.
struct Cell {
  enum Kind: UInt8 {
    /// `null`, and a field that was never set: all bytes zero.
    case nothing
    case bool
    /// `payload` is the number.
    case integer
    /// `count` bytes of the arena's text from `payload`.
    case text
    /// The same, written by a template, so it is shown as it is.
    case rendered
    /// `count` cells from `start`.
    case list
    /// Fields from cell `start` on, which row `row` of the shapes names; `count` is the index of
    /// the data it came from, 0 for none.
    case object
    /// `count` objects of `fields` fields each, one after another from cell `start` on.
    case rows
    /// `payload` is an index of the arena's lambdas.
    case lambda
  }

  var kind: Kind
  /// Whether a section shows its content for this value.
  var isTrue: Bool
  var fields: UInt16 = 0
  var count: Int32 = 0
  var payload = 0

  /// Where the content begins.
  var start: Int32 { Int32(truncatingIfNeeded: payload) }
  /// Where its shape's row begins in the table.
  var row: Int32 { Int32(truncatingIfNeeded: payload >> 32) }

  static let nothing = Cell(kind: .nothing, isTrue: false)

  static func bool(_ value: Bool) -> Cell { Cell(kind: .bool, isTrue: value) }

  /// Zero counts as true, like any other number.
  static func integer(_ value: Int) -> Cell { Cell(kind: .integer, isTrue: true, payload: value) }

  static func text(at offset: Int, count: Int) -> Cell {
    Cell(kind: .text, isTrue: count > 0, count: Int32(clamping: count), payload: offset)
  }

  static func list(at start: Int, count: Int) -> Cell {
    Cell(kind: .list, isTrue: count > 0, count: Int32(clamping: count), payload: start)
  }

  static func object(at start: Int, row: Int32, data: Int = 0) -> Cell {
    Cell(kind: .object, isTrue: true, count: Int32(clamping: data), payload: start | Int(row) << 32)
  }

  static func rows(at start: Int, of kind: Shapes.Kind, count: Int) -> Cell {
    Cell(
      kind: .rows, isTrue: count > 0, fields: UInt16(kind.count), count: Int32(clamping: count),
      payload: start | Int(kind.row) << 32)
  }

  static func lambda(_ index: Int) -> Cell { Cell(kind: .lambda, isTrue: true, payload: index) }
}
