/// One value in the arena: 16 plain bytes.
struct Cell {
  enum Kind: UInt8 {
    /// `null`, also an unset field.
    case nothing
    case bool
    /// `payload` is the number.
    case integer
    /// `count` bytes of the arena's text from `payload`.
    case text
    /// `count` cells from `payload`.
    case list
    /// Fields as row `count` of the shapes says, from cell `payload`.
    case object
  }

  var kind: Kind
  /// Whether a section shows its inside.
  var isTrue: Bool
  var count: Int32 = 0
  var payload = 0

  static let nothing = Cell(kind: .nothing, isTrue: false)

  static func bool(_ value: Bool) -> Cell { Cell(kind: .bool, isTrue: value) }

  /// Zero is a number like any other: a section shows it.
  static func integer(_ value: Int) -> Cell { Cell(kind: .integer, isTrue: true, payload: value) }

  static func text(at offset: Int, count: Int) -> Cell {
    Cell(kind: .text, isTrue: count > 0, count: Int32(clamping: count), payload: offset)
  }

  static func list(at offset: Int, count: Int) -> Cell {
    Cell(kind: .list, isTrue: count > 0, count: Int32(clamping: count), payload: offset)
  }

  static func object(at offset: Int, row: Int32) -> Cell {
    Cell(kind: .object, isTrue: true, count: row, payload: offset)
  }
}
