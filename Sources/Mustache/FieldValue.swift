/// A value that a field can hold.
///
/// Text, numbers, flags, types with fields of their own, data and lambdas; lists of these; and
/// optionals, which show nothing if `nil`.
public protocol FieldValue {
  /// What templates can do with it.
  static var kind: FieldKind { get }
  /// Writes the value to an arena; a custom type forwards to the value it is shown as:
  /// `dollars.store(in: &arena, at: slot)`.
  func store(in arena: inout Arena, at slot: Int)
  /// Writes a list of values.
  static func store(_ items: [Self], in arena: inout Arena, at slot: Int)
}

/// What templates can do with a field.
public indirect enum FieldKind {
  /// Can be shown; sections skip an empty text and `nil`.
  case text
  /// Can be shown; sections always show their content.
  case number
  /// Decides whether sections show their content.
  case flag
  /// Sections repeat for each item.
  case list(FieldKind)
  /// Can be shown, as what the rows' template writes; sections skip it if that is nothing.
  case rows(any KnownRow.Type)
  /// Sections open it and then see its fields.
  case object(any Fielded.Type)
  /// The same, with fields declared in place.
  case part(Declaration)
  /// Produces a template, or rewrites a section.
  case lambda
  /// Data of any kind.
  case anything
}

extension FieldValue {
  /// Writes a list of values.
  @inlinable
  public static func store(_ items: [Self], in arena: inout Arena, at slot: Int) {
    var next = arena.setList(slot, count: items.count)
    for item in items {
      item.store(in: &arena, at: next)
      next += 1
    }
  }
}

extension String: FieldValue {
  /// Text.
  @inlinable public static var kind: FieldKind { .text }

  /// Copies the text.
  @inlinable
  public func store(in arena: inout Arena, at slot: Int) { arena.set(slot, to: self) }
}

extension Int: FieldValue {
  /// A number, in decimal digits.
  @inlinable public static var kind: FieldKind { .number }

  /// Keeps the number.
  @inlinable
  public func store(in arena: inout Arena, at slot: Int) { arena.set(slot, to: self) }
}

extension Double: FieldValue {
  /// A number, with just enough digits to tell it from all others: `0.1`, `1.0`, `1e+16`.
  @inlinable public static var kind: FieldKind { .number }

  /// Keeps the digits.
  @inlinable
  public func store(in arena: inout Arena, at slot: Int) { arena.set(slot, to: description) }
}

extension Bool: FieldValue {
  /// A flag, shown as `true` or `false`.
  @inlinable public static var kind: FieldKind { .flag }

  /// Keeps the flag.
  @inlinable
  public func store(in arena: inout Arena, at slot: Int) { arena.set(slot, to: self) }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  /// The kind of the wrapped value.
  @inlinable public static var kind: FieldKind { Wrapped.kind }

  /// Keeps the wrapped value; `nil` is nothing.
  @inlinable
  public func store(in arena: inout Arena, at slot: Int) {
    if let self { self.store(in: &arena, at: slot) } else { arena.setToNothing(slot) }
  }
}

extension Array: FieldValue where Element: FieldValue {
  /// A list.
  @inlinable public static var kind: FieldKind { .list(Element.kind) }

  /// Keeps the list.
  @inlinable
  public func store(in arena: inout Arena, at slot: Int) {
    Element.store(self, in: &arena, at: slot)
  }
}

extension Value: FieldValue {
  /// Anything.
  @inlinable public static var kind: FieldKind { .anything }

  /// Copies the data.
  @inlinable
  public func store(in arena: inout Arena, at slot: Int) { arena.set(slot, to: self) }
}

extension Lambda: FieldValue {
  /// A lambda.
  @inlinable public static var kind: FieldKind { .lambda }

  /// Keeps the closure.
  @inlinable
  public func store(in arena: inout Arena, at slot: Int) { arena.set(slot, to: self) }
}
