import Web

/// A JSON format of a type of value: a writer, a reader, and a JSON Schema (2020-12).
struct JSONFormat<Value>: Sendable {
  let schema: JSON
  let json: @Sendable (Value) -> JSON
  /// Reads a value; notes mistakes, and returns `nil` or the readable part.
  let read: @Sendable (JSON, inout JSONReader) -> Value?

  /// Creates a format, which can only write without `read`.
  init(
    _ schema: JSON, _ json: @escaping @Sendable (Value) -> JSON,
    read: @escaping @Sendable (JSON, inout JSONReader) -> Value? = { _, _ in nil }
  ) {
    self.schema = schema
    self.json = json
    self.read = read
  }

  func bytes(_ value: Value) -> [UInt8] { json(value).bytes }

  /// - Returns: `nil` if anything is wrong.
  func value(of json: JSON) -> Value? {
    var reader = JSONReader()
    let value = read(json, &reader)
    return reader.violations.isEmpty ? value : nil
  }
}

extension JSONFormat<String> {
  static func text(_ description: String? = nil) -> JSONFormat {
    JSONFormat(Schema.typed("string", description), JSON.string) { json, reader in
      if let text = json.text { return text }
      reader.expected("a string", inLists: "strings")
      return nil
    }
  }

  static func oneOf(_ names: [String], _ description: String? = nil) -> JSONFormat {
    .named(Schema.oneOf(names, description), by: \.self, "one of \(names.joined(separator: ", "))")
    {
      names.contains($0) ? $0 : nil
    }
  }
}

extension JSONFormat {
  /// Returns the format of a value that a text names; `kind` is what it should be: `a UUID`.
  static func named(
    _ schema: JSON, by name: @escaping @Sendable (Value) -> String, _ kind: String,
    find: @escaping @Sendable (String) -> Value?
  ) -> JSONFormat {
    JSONFormat(schema, { .string(name($0)) }) { json, reader in
      guard let text = JSONFormat<String>.text().read(json, &reader) else { return nil }
      if let value = find(text) { return value }
      reader.noteUnknown(kind)
      return nil
    }
  }

  /// Returns the format of a list of `count` items, or of any number if that is `nil`.
  ///
  /// Items that can’t be read are noted and left out.
  static func list<Item>(
    of item: JSONFormat<Item>, count: Int? = nil, _ description: String? = nil
  ) -> JSONFormat where Value == [Item] {
    let bounds = count.map { Schema.bounds("minItems", $0, "maxItems", $0) } ?? []
    return JSONFormat(
      Schema.typed("array", description, [.init(name: "items", value: item.schema)] + bounds),
      { .array($0.map(item.json)) }
    ) { json, reader in
      guard case .array(let items) = json else {
        reader.expected("a list", inLists: "lists")
        return nil
      }
      return reader.inList { reader in items.compactMap { item.read($0, &reader) } }
    }
  }

  /// Returns the format of a write-only object with exactly these fields in this order.
  static func object(
    _ description: String? = nil, _ declare: (inout Fields) -> Void
  ) -> JSONFormat {
    var fields = Fields()
    declare(&fields)
    return JSONFormat(Schema.object(fields.schemas, optional: fields.optional, description)) {
      [values = fields.values] whole in
      .object(
        values.compactMap { field in
          field.json(whole).map { JSON.Member(name: field.name, value: $0) }
        })
    }
  }

  /// The fields of an object, declared one by one.
  struct Fields {
    fileprivate var schemas: [(name: String, schema: JSON)] = []
    fileprivate var optional: Set<String> = []
    fileprivate var values: [(name: String, json: @Sendable (Value) -> JSON?)] = []

    /// Declares a required field.
    mutating func callAsFunction<Part>(
      _ name: String, _ format: JSONFormat<Part>, _ part: @escaping @Sendable (Value) -> Part
    ) {
      schemas.append((name, format.schema))
      values.append((name, { format.json(part($0)) }))
    }

    /// Declares a field that is left out if the part is `nil`.
    mutating func callAsFunction<Part>(
      optional name: String, _ format: JSONFormat<Part>,
      _ part: @escaping @Sendable (Value) -> Part?
    ) {
      schemas.append((name, format.schema))
      optional.insert(name)
      values.append((name, { part($0).map(format.json) }))
    }

    /// Declares an object within this one, of the same value.
    mutating func group(_ name: String, _ declare: (inout Fields) -> Void) {
      self(name, JSONFormat.object(nil, declare)) { $0 }
    }
  }
}

extension JSONFormat<Bool> {
  /// The format of a Boolean.
  static var flag: JSONFormat {
    JSONFormat(Schema.typed("boolean"), JSON.bool) { json, reader in
      if case .bool(let flag) = json { return flag }
      reader.expected("true or false", inLists: "true and false")
      return nil
    }
  }
}

extension JSONFormat<Int> {
  /// Returns the format of a whole number.
  ///
  /// The rules check its range, unless `outside` says what is wrong then: reading checks that.
  static func whole(
    _ range: ClosedRange<Int>? = nil, _ description: String? = nil, outside: String? = nil
  ) -> JSONFormat {
    let bounds = range.map { Schema.bounds("minimum", $0.lowerBound, "maximum", $0.upperBound) }
    return JSONFormat(Schema.typed("integer", description, bounds ?? []), JSON.whole) {
      json, reader in
      switch json.whole {
      case .number(let number):
        guard let outside, let range, !(range ~= number) else { return number }
        reader.note(.outOfRange, outside)
      case .tooLarge: reader.note(.outOfRange, "This number is far too large.")
      case .fraction, nil: reader.note(.unknownValue, "This must be a whole number.")
      }
      return nil
    }
  }
}

/// The words of JSON Schema with which formats are described.
enum Schema {
  static func oneOf(_ names: [String], _ description: String? = nil) -> JSON {
    typed("string", description, [.init(name: "enum", value: .array(names.map(JSON.string)))])
  }

  /// Returns an object with exactly these properties, all of them required but the optional ones.
  static func object(
    _ properties: [(name: String, schema: JSON)], optional: Set<String> = [],
    _ description: String? = nil
  ) -> JSON {
    let names = properties.map(\.name).filter { !optional.contains($0) }
    return typed(
      "object", description,
      [
        .init(
          name: "properties",
          value: .object(properties.map { .init(name: $0.name, value: $0.schema) })),
        .init(name: "required", value: .array(names.map(JSON.string))),
        .init(name: "additionalProperties", value: false),
      ])
  }

  /// Returns a reference to another schema of the document by its name.
  static func reference(_ name: String) -> JSON {
    ["$ref": .string("#/components/schemas/\(name)")]
  }

  static func bounds(
    _ least: String, _ first: Int, _ most: String, _ last: Int
  ) -> [JSON.Member] {
    [.init(name: least, value: .whole(first)), .init(name: most, value: .whole(last))]
  }

  /// Returns a schema for one of JSON Schema’s types.
  static func typed(
    _ type: String, _ description: String? = nil, _ others: [JSON.Member] = []
  ) -> JSON {
    let described = description.map { [JSON.Member(name: "description", value: .string($0))] }
    return .object([.init(name: "type", value: .string(type))] + (described ?? []) + others)
  }
}
