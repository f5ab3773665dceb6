/// A type with fields that templates can show.
///
/// ```swift
/// struct Throw: Fielded {
///   let faces: [Int]
///
///   static func declare(_ field: inout Fields<Throw>) {
///     field("count") { $0.faces.count }
///     field("names") { $0.faces.map(name) }
///   }
/// }
/// ```
/// One declaration does two things: it writes a value's fields where templates find them, and it
/// lists, without any value, which fields of which kinds exist, so that templates can be checked
/// against it.
public protocol Fielded: FieldValue {
  /// Declares each field once, and the same fields on every call.
  static func declare(_ field: inout Fields<Self>)
}

/// Receives the fields of a type, one call per field.
public struct Fields<Item: Fielded>: ~Copyable {
  /// The item being written and its destination; `nil` if fields are only being listed.
  @usableFromInline let item: UnsafePointer<Item>?
  @usableFromInline let arena: UnsafeMutablePointer<Arena>?
  /// The slot of the next field.
  @usableFromInline var slot: Int
  /// The slot after the last field.
  @usableFromInline let end: Int
  /// Where fields are listed.
  @usableFromInline let declaration: Declaration?

  @usableFromInline
  init(
    of item: UnsafePointer<Item>, in arena: UnsafeMutablePointer<Arena>, at slot: Int, count: Int
  ) {
    self.item = item
    self.arena = arena
    self.slot = slot
    end = slot + count
    declaration = nil
  }

  init(of declaration: Declaration) {
    item = nil
    arena = nil
    slot = 0
    end = 0
    self.declaration = declaration
  }

  /// Declares a field: its name, and how to read its value from an item.
  @inlinable @inline(__always)
  public mutating func callAsFunction<Content: FieldValue>(
    _ name: StaticString, file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    _ value: (Item) -> Content
  ) {
    guard let item, let arena else {
      declaration?.add(name, Content.kind, file, line, column)
      return
    }
    precondition(slot < end, "a declaration must list the same fields on every call")
    value(item.pointee).store(in: &arena.pointee, at: slot)
    slot += 1
  }

  /// Declares a field whose text is assembled from pieces, without intermediate strings.
  @inlinable @inline(__always)
  public mutating func text(
    _ name: StaticString, file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    _ write: (Item, inout Pieces) -> Void
  ) {
    guard let item, let arena else {
      declaration?.add(name, .text, file, line, column)
      return
    }
    precondition(slot < end, "a declaration must list the same fields on every call")
    arena.pointee.set(slot) { write(item.pointee, &$0) }
    slot += 1
  }

  /// Checks that every field has been declared.
  @usableFromInline
  func finish() {
    precondition(slot == end, "a declaration must list the same fields on every call")
  }
}

extension Fielded {
  /// An object.
  public static var kind: FieldKind { .object(Self.self) }

  /// Writes the fields to an arena.
  @inlinable
  public func store(in arena: inout Arena, at slot: Int) {
    guard arena.descend() else { return }
    defer { arena.ascend() }
    let (start, count) = arena.setObject(slot, of: Self.self)
    withUnsafePointer(to: self) { item in
      withUnsafeMutablePointer(to: &arena) { arena in
        var fields = Fields(of: item, in: arena, at: start, count: count)
        Self.declare(&fields)
        fields.finish()
      }
    }
  }

  /// Writes a list of them, field by field.
  @inlinable
  public static func store(_ items: [Self], in arena: inout Arena, at slot: Int) {
    guard !items.isEmpty else { return arena.setToNothing(slot) }
    guard arena.descend() else { return }
    defer { arena.ascend() }
    let (start, count) = arena.setRows(slot, of: Self.self, count: items.count)
    items.withUnsafeBufferPointer { items in
      withUnsafeMutablePointer(to: &arena) { arena in
        guard let first = items.baseAddress else { return }
        for index in 0..<items.count {
          var fields = Fields(
            of: first + index, in: arena, at: start + index * count, count: count)
          declare(&fields)
          fields.finish()
        }
      }
    }
  }
}
