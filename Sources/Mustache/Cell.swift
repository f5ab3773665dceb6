/// One value in the arena: 16 plain bytes.
struct Cell {
  enum Kind: UInt8 {
    /// `null`, also an unset field: all bytes zero.
    case nothing
    case bool
    /// `payload` is the number.
    case integer
    /// `count` bytes of the arena's text from `payload`.
    case text
    /// `count` cells from `start`.
    case list
    /// Fields from cell `start`, which row `row` of the shapes names; `count` is the index of the
    /// data that it was made of, 0 for none.
    case object
    /// `count` objects of `fields` fields each, one behind the other from cell `start`.
    case rows
    /// `payload` is an index of the arena's lambdas.
    case lambda
  }

  var kind: Kind
  /// Whether a section shows its inside.
  var isTrue: Bool
  var fields: UInt16 = 0
  var count: Int32 = 0
  var payload = 0

  /// Where what it holds begins.
  var start: Int32 { Int32(truncatingIfNeeded: payload) }
  /// Where the row of its shape begins in their table.
  var row: Int32 { Int32(truncatingIfNeeded: payload >> 32) }

  static let nothing = Cell(kind: .nothing, isTrue: false)

  static func bool(_ value: Bool) -> Cell { Cell(kind: .bool, isTrue: value) }

  /// Zero is a number like any other: a section shows it.
  static func integer(_ value: Int) -> Cell { Cell(kind: .integer, isTrue: true, payload: value) }

  static func text(at offset: Int, count: Int) -> Cell {
    Cell(kind: .text, isTrue: count > 0, count: Int32(clamping: count), payload: offset)
  }

  static func list(at start: Int, count: Int) -> Cell {
    Cell(kind: .list, isTrue: count > 0, count: Int32(clamping: count), payload: start)
  }

  static func object(at start: Int, row: Int32, data: Int = 0) -> Cell {
    Cell(
      kind: .object, isTrue: true, count: Int32(clamping: data), payload: start | Int(row) << 32)
  }

  static func rows(at start: Int, of kind: Shapes.Kind, count: Int) -> Cell {
    Cell(
      kind: .rows, isTrue: count > 0, fields: UInt16(kind.count), count: Int32(clamping: count),
      payload: start | Int(kind.row) << 32)
  }

  static func lambda(_ index: Int) -> Cell { Cell(kind: .lambda, isTrue: true, payload: index) }
}
