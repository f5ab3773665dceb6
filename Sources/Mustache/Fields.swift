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

/// Receives the fields of an item, one call per field.
public typealias Fields<Item> = FieldsWithin<Item, Void>

/// Receives the fields of an item that an enclosing item shows.
///
/// A closure with one parameter gets the item, one with two also gets the enclosing item.
public struct FieldsWithin<Item, Enclosing>: ~Copyable {
  /// The item being written, the enclosing one and their destination; `nil` if fields are only being
  /// listed.
  @usableFromInline let item: UnsafePointer<Item>?
  @usableFromInline let enclosing: UnsafePointer<Enclosing>?
  @usableFromInline let arena: UnsafeMutablePointer<Arena>?
  /// The slot of the next field.
  @usableFromInline var slot: Int
  /// The slot after the last field.
  @usableFromInline let end: Int
  /// The kind of the next part.
  @usableFromInline var part: Int
  /// For each slot, 1 if no template reads it; the address is that of a slot 0.
  @usableFromInline let unread: UnsafePointer<UInt8>
  /// Where fields are listed.
  @usableFromInline let declaration: Declaration?

  @inlinable @inline(__always)
  init(
    of item: UnsafePointer<Item>, in enclosing: UnsafePointer<Enclosing>?,
    to arena: UnsafeMutablePointer<Arena>, at slots: Arena.Slots, row: Int
  ) {
    self.item = item
    // Nothing encloses a page: then it is `Void`, of which no byte is read.
    self.enclosing = enclosing ?? UnsafeRawPointer(item).assumingMemoryBound(to: Enclosing.self)
    self.arena = arena
    slot = slots.start + row * slots.count
    end = slot + slots.count
    part = slots.part
    unread = slots.unread - slot
    declaration = nil
  }

  @usableFromInline
  init(of declaration: Declaration) {
    item = nil
    enclosing = nil
    arena = nil
    slot = 0
    end = 0
    part = 0
    unread = Plan.wholeObject
    self.declaration = declaration
  }

  // MARK: Values

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
    guard let slot = nextSlot() else { return }
    value(item.pointee).store(in: &arena.pointee, at: slot)
  }

  /// Declares a field whose value depends on the enclosing item, too.
  @inlinable @inline(__always)
  public mutating func callAsFunction<Content: FieldValue>(
    _ name: StaticString, file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    _ value: (Item, Enclosing) -> Content
  ) {
    guard let item, let enclosing, let arena else {
      declaration?.add(name, Content.kind, file, line, column)
      return
    }
    guard let slot = nextSlot() else { return }
    value(item.pointee, enclosing.pointee).store(in: &arena.pointee, at: slot)
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
    guard let slot = nextSlot() else { return }
    let start = arena.pointee.endOfText
    write(item.pointee, &arena.pointee.text.pointee)
    arena.pointee.set(slot, toTextFrom: start)
  }

  /// Declares a field whose text depends on the enclosing item, too.
  @inlinable @inline(__always)
  public mutating func text(
    _ name: StaticString, file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    _ write: (Item, Enclosing, inout Pieces) -> Void
  ) {
    guard let item, let enclosing, let arena else {
      declaration?.add(name, .text, file, line, column)
      return
    }
    guard let slot = nextSlot() else { return }
    let start = arena.pointee.endOfText
    write(item.pointee, enclosing.pointee, &arena.pointee.text.pointee)
    arena.pointee.set(slot, toTextFrom: start)
  }

  // MARK: Parts

  /// Declares a list: its items, and the fields of each.
  @inlinable @inline(__always)
  public mutating func rows<Items: Collection>(
    _ name: StaticString, file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    _ items: (Item) -> Items, _ declare: (inout FieldsWithin<Items.Element, Item>) -> Void
  ) {
    rows(name, file: file, line: line, column: column, { item, _ in items(item) }, declare)
  }

  /// Declares a list whose items depend on the enclosing item, too.
  @inlinable @inline(__always)
  public mutating func rows<Items: Collection>(
    _ name: StaticString, file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    _ items: (Item, Enclosing) -> Items,
    _ declare: (inout FieldsWithin<Items.Element, Item>) -> Void
  ) {
    guard let item, let enclosing, let arena else {
      declaration?.add(list: name, file, line, column) {
        var fields = FieldsWithin<Items.Element, Item>(of: $0)
        declare(&fields)
      }
      return
    }
    let kind = nextPart(in: arena)
    guard let slot = nextSlot() else { return }
    FieldsWithin<Items.Element, Item>.write(
      items(item.pointee, enclosing.pointee), of: item, to: arena, at: slot, as: kind, declare)
  }

  /// Declares an object, which shows nothing if `nil`: how to read it, and its fields.
  @inlinable @inline(__always)
  public mutating func object<Part>(
    _ name: StaticString, file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    _ value: (Item) -> Part?, _ declare: (inout FieldsWithin<Part, Item>) -> Void
  ) {
    object(name, file: file, line: line, column: column, { item, _ in value(item) }, declare)
  }

  /// Declares an object that depends on the enclosing item, too.
  @inlinable @inline(__always)
  public mutating func object<Part>(
    _ name: StaticString, file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    _ value: (Item, Enclosing) -> Part?, _ declare: (inout FieldsWithin<Part, Item>) -> Void
  ) {
    guard let item, let enclosing, let arena else {
      declaration?.add(object: name, file, line, column) {
        var fields = FieldsWithin<Part, Item>(of: $0)
        declare(&fields)
      }
      return
    }
    let kind = nextPart(in: arena)
    guard let slot = nextSlot(), let part = value(item.pointee, enclosing.pointee) else { return }
    withUnsafePointer(to: part) {
      FieldsWithin<Part, Item>.write($0, of: item, to: arena, at: slot, as: kind, declare)
    }
  }

  // MARK: Slots

  /// The slot of the next field; `nil` if no template reads it.
  @inlinable @inline(__always)
  mutating func nextSlot() -> Int? {
    precondition(slot < end, "a declaration must list the same fields on every call")
    defer { slot += 1 }
    return unread[slot] == 0 ? slot : nil
  }

  /// The kind of the next part; the kinds of its own parts come before the one after it.
  @inlinable @inline(__always)
  mutating func nextPart(in arena: UnsafeMutablePointer<Arena>) -> Int {
    defer { part += arena.pointee.kindsOfPart(part) }
    return part
  }

  /// Writes an object's fields.
  @inlinable @inline(__always)
  static func write(
    _ item: UnsafePointer<Item>, of enclosing: UnsafePointer<Enclosing>?,
    to arena: UnsafeMutablePointer<Arena>, at slot: Int, as kind: Int,
    _ declare: (inout FieldsWithin) -> Void
  ) {
    guard arena.pointee.descend() else { return }
    defer { arena.pointee.ascend() }
    let slots = arena.pointee.setObject(slot, as: kind)
    write(item, of: enclosing, to: arena, at: slots, row: 0, declare)
  }

  @inlinable @inline(__always)
  static func write(
    _ item: UnsafePointer<Item>, of enclosing: UnsafePointer<Enclosing>?,
    to arena: UnsafeMutablePointer<Arena>, at slots: Arena.Slots, row: Int,
    _ declare: (inout FieldsWithin) -> Void
  ) {
    var fields = FieldsWithin(of: item, in: enclosing, to: arena, at: slots, row: row)
    declare(&fields)
    fields.finish()
  }

  /// Writes the fields of each item of a list.
  @inlinable @inline(__always)
  static func write<Items: Collection<Item>>(
    _ items: Items, of enclosing: UnsafePointer<Enclosing>?,
    to arena: UnsafeMutablePointer<Arena>, at slot: Int, as kind: Int,
    _ declare: (inout FieldsWithin) -> Void
  ) {
    let count = items.count
    guard count > 0, arena.pointee.descend() else { return }
    defer { arena.pointee.ascend() }
    let slots = arena.pointee.setRows(slot, as: kind, count: count)
    // An array's items are read where they lie.
    let isWritten: Void? = items.withContiguousStorageIfAvailable { items in
      guard let first = items.baseAddress else { return }
      for row in 0..<count {
        write(first + row, of: enclosing, to: arena, at: slots, row: row, declare)
      }
    }
    guard isWritten == nil else { return }
    for (row, item) in zip(0..<count, items) {
      withUnsafePointer(to: item) {
        write($0, of: enclosing, to: arena, at: slots, row: row, declare)
      }
    }
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
    let kind = arena.kind(of: Self.self)
    withUnsafePointer(to: self) {
      Fields<Self>.write($0, of: nil, to: &arena, at: slot, as: kind, Self.declare)
    }
  }

  /// Writes a list of them, field by field.
  @inlinable
  public static func store(_ items: [Self], in arena: inout Arena, at slot: Int) {
    guard !items.isEmpty else { return arena.setToNothing(slot) }
    let kind = arena.kind(of: Self.self)
    Fields<Self>.write(items, of: nil, to: &arena, at: slot, as: kind, declare)
  }
}
