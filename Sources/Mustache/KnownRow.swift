/// A row that is known by its key, and so is rendered once for each key.
///
/// A page writes keys, which cost little, and only rows whose texts aren't remembered are made. All
/// that a row shows follows from its key: it is made of nothing else, and has a template of its own,
/// which can't read what stands around the row.
public protocol KnownRow: Fielded {
  /// The name of the row's template.
  static var template: String { get }
  /// Makes the row; `variant` tells rows with the same bytes apart.
  /// - Returns: `nil` for a row that is left out.
  init?(key: ArraySlice<UInt8>, variant: UInt8)
}

/// Receives the keys of a field's rows, one call per row.
public struct RowKeys<Row: KnownRow>: ~Copyable {
  fileprivate let arena: UnsafeMutablePointer<Arena>
  fileprivate let rows: UnsafeMutablePointer<RowRenderer>

  /// Adds the row with that key.
  /// - Returns: `false` if it is left out.
  @discardableResult @inlinable @inline(__always)
  public mutating func append(_ key: ArraySlice<UInt8>, variant: UInt8 = 0) -> Bool {
    guard !show(key, variant) else { return true }
    guard let row = Row(key: key, variant: variant) else { return false }
    render(row, key, variant)
    return true
  }

  /// - Returns: `false` if the row isn't remembered.
  @usableFromInline
  func show(_ key: ArraySlice<UInt8>, _ variant: UInt8) -> Bool {
    key.span.withUnsafeBytes {
      rows.pointee.append(
        RowMemory.Key(type: Row.self, variant: variant, bytes: $0),
        to: &arena.pointee.text.pointee.bytes)
    }
  }

  @usableFromInline
  func render(_ row: Row, _ key: ArraySlice<UInt8>, _ variant: UInt8) {
    guard arena.pointee.rowErrors.isEmpty else { return }
    key.span.withUnsafeBytes {
      do throws(RenderError) {
        try rows.pointee.append(
          row, RowMemory.Key(type: Row.self, variant: variant, bytes: $0),
          to: &arena.pointee.text.pointee.bytes)
      } catch {
        arena.pointee.rowErrors.append(error)
      }
    }
  }
}

extension FieldsWithin {
  /// Declares a field that shows rows one after another; `write` gets the keys of these.
  @inlinable @inline(__always)
  public mutating func rows<Row: KnownRow>(
    _ name: StaticString, of type: Row.Type, file: StaticString = #fileID, line: Int = #line,
    column: Int = #column, _ write: (Item, inout RowKeys<Row>) -> Void
  ) {
    guard let item, let arena else {
      declaration?.add(name, .rows(type), file, line, column)
      return
    }
    guard let slot = nextSlot() else { return }
    Arena.setRows(slot, in: arena) { write(item.pointee, &$0) }
  }
}

extension Arena {
  /// Sets rows whose keys the closure writes.
  @usableFromInline
  static func setRows<Row: KnownRow>(
    _ slot: Int, in arena: UnsafeMutablePointer<Arena>, _ write: (inout RowKeys<Row>) -> Void
  ) {
    guard let rows = arena.pointee.rows else { preconditionFailure("a known row within another") }
    let start = arena.pointee.endOfText
    rows.use {
      var keys = RowKeys<Row>(arena: arena, rows: $0)
      write(&keys)
    }
    arena.pointee.set(slot, toRowsFrom: start)
  }
}
