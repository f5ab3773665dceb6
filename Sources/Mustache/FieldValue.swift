/// What a field may hold.
///
/// Text, numbers, flags, things with fields of their own, data, lambdas; lists of those, and
/// optionals, which show nothing when they are `nil`.
public protocol FieldValue {
  /// What templates can do with it.
  static var kind: FieldKind { get }
  /// Writes it to an arena; a type of one's own passes on what it is shown as:
  /// `dollars.store(in: &arena, at: slot)`.
  func store(in arena: inout Arena, at slot: Int)
  /// Writes a list of them.
  static func store(_ items: [Self], in arena: inout Arena, at slot: Int)
}

/// What templates can do with a field.
public indirect enum FieldKind {
  /// Is shown; sections pass over an empty text and over `nil`.
  case text
  /// Is shown; sections show their inside.
  case number
  /// Opens sections or not.
  case flag
  /// Is gone through by sections.
  case list(FieldKind)
  /// Is opened by sections, which then see its fields.
  case object(any Fielded.Type)
  /// Makes a template, or changes a section.
  case lambda
  /// Data of any kind.
  case anything
}

extension FieldValue {
  /// Writes a list of them.
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
  /// A number, with as many digits as tell it from all others: `0.1`, `1.0`, `1e+16`.
  @inlinable public static var kind: FieldKind { .number }

  /// Keeps the digits.
  @inlinable
  public func store(in arena: inout Arena, at slot: Int) { arena.set(slot, to: description) }
}

extension Bool: FieldValue {
  /// A flag; shown, it is `true` or `false`.
  @inlinable public static var kind: FieldKind { .flag }

  /// Keeps the flag.
  @inlinable
  public func store(in arena: inout Arena, at slot: Int) { arena.set(slot, to: self) }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  /// That of what may be there.
  @inlinable public static var kind: FieldKind { Wrapped.kind }

  /// Keeps what is there; `nil` is nothing.
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
