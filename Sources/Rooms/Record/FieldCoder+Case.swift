extension FieldCoder {
  /// A case of a value: the word that identifies it, and its fields.
  struct Case<Value: Sendable>: Sendable {
    let word: String
    /// Writes a value of this case, and returns whether it is one.
    let write: @Sendable (inout FieldCoder, Value) throws -> Bool
    /// Reads what comes after the word.
    let read: @Sendable (inout FieldCoder) throws -> Value

    /// Creates a case from its fields, or `nil` for a value of another case, and their coding.
    init<Fields: Sendable>(
      _ word: String, of given: @escaping @Sendable (Value) -> Fields?,
      fields: @escaping @Sendable (inout FieldCoder, Fields?) throws -> Value
    ) {
      self.word = word
      write = { coder, value in
        guard let given = given(value) else { return false }
        try coder.word(word)
        _ = try fields(&coder, given)
        return true
      }
      read = { try fields(&$0, nil) }
    }

    /// Creates a case with one field.
    init<Field: Sendable>(
      _ word: String, _ value: @escaping @Sendable (Field) -> Value,
      _ field: @escaping @Sendable (inout FieldCoder, Field?) throws -> Field,
      of given: @escaping @Sendable (Value) -> Field?
    ) {
      self.init(word, of: given) { value(try field(&$0, $1)) }
    }

    /// Returns a case with a number as its only field.
    static func number(
      _ word: String, in limits: ClosedRange<Int> = RoomLimits.numbers,
      _ value: @escaping @Sendable (Int) -> Value, of given: @escaping @Sendable (Value) -> Int?
    ) -> Case {
      Case(word, value, { try $0.int($1, in: limits) }, of: given)
    }
  }

  /// Codes a value of one of these cases.
  @discardableResult
  mutating func oneOf<Value: Sendable>(_ cases: [Case<Value>], _ value: Value?) throws -> Value {
    if let value {
      guard try cases.contains(where: { try $0.write(&self, value) }) else { throw Unreadable() }
      return value
    }
    let word = try word(nil)
    guard let one = cases.first(where: { $0.word == word }) else { throw Unreadable() }
    return try one.read(&self)
  }
}

extension FieldCoder.Case where Value: Equatable {
  /// Returns a case with this value alone, without fields.
  static func only(_ word: String, _ value: Value) -> Self {
    Self(word, of: { $0 == value ? () : nil }) { _, _ in value }
  }
}
