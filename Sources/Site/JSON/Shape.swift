import Web

/// How a kind of value looks to programs: what is written of one, and the JSON Schema (2020-12)
/// that describes it.
package struct Shape<Value>: Sendable {
  package let schema: JSON
  package let json: @Sendable (Value) -> JSON

  package init(_ schema: JSON, _ json: @escaping @Sendable (Value) -> JSON) {
    self.schema = schema
    self.json = json
  }

  /// The JSON text of a value.
  package func bytes(_ value: Value) -> [UInt8] { json(value).bytes }
}

extension Shape<String> {
  /// Any text.
  package static func text(_ description: String? = nil) -> Shape {
    Shape(Schema.typed("string", description), JSON.string)
  }

  /// One of these texts.
  package static func oneOf(_ names: [String], _ description: String? = nil) -> Shape {
    Shape(Schema.oneOf(names, description), JSON.string)
  }
}

extension Shape<Bool> {
  /// A truth value.
  package static var flag: Shape { Shape(Schema.typed("boolean"), JSON.bool) }
}

extension Shape<Int> {
  /// A whole number, in this range if there is one.
  package static func whole(_ range: ClosedRange<Int>? = nil, _ description: String? = nil) -> Shape
  {
    let bounds = range.map { Schema.bounds("minimum", $0.lowerBound, "maximum", $0.upperBound) }
    return Shape(Schema.typed("integer", description, bounds ?? []), JSON.whole)
  }
}

extension Shape {
  /// A list of `count` items, or of any number if that is `nil`.
  package static func list<Item>(
    of item: Shape<Item>, count: Int? = nil, _ description: String? = nil
  ) -> Shape where Value == [Item] {
    let bounds = count.map { Schema.bounds("minItems", $0, "maxItems", $0) } ?? []
    return Shape(
      Schema.typed("array", description, [.init(name: "items", value: item.schema)] + bounds)
    ) { .array($0.map(item.json)) }
  }

  /// An object with these fields and no others, in this order.
  package static func object(
    _ description: String? = nil, _ declare: (inout Fields) -> Void
  ) -> Shape {
    var fields = Fields()
    declare(&fields)
    return Shape(Schema.object(fields.schemas, optional: fields.optional, description)) {
      [values = fields.values] whole in
      .object(
        values.compactMap { field in
          field.json(whole).map { JSON.Member(name: field.name, value: $0) }
        })
    }
  }

  /// The fields of an object, declared one by one.
  package struct Fields {
    fileprivate var schemas: [(name: String, schema: JSON)] = []
    fileprivate var optional: Set<String> = []
    fileprivate var values: [(name: String, json: @Sendable (Value) -> JSON?)] = []

    /// A field that is always there.
    package mutating func callAsFunction<Part>(
      _ name: String, _ shape: Shape<Part>, _ part: @escaping @Sendable (Value) -> Part
    ) {
      schemas.append((name, shape.schema))
      values.append((name, { shape.json(part($0)) }))
    }

    /// Left out where the part is `nil`.
    package mutating func callAsFunction<Part>(
      optional name: String, _ shape: Shape<Part>, _ part: @escaping @Sendable (Value) -> Part?
    ) {
      schemas.append((name, shape.schema))
      optional.insert(name)
      values.append((name, { part($0).map(shape.json) }))
    }

    /// An object within, of the same value.
    package mutating func group(_ name: String, _ declare: (inout Fields) -> Void) {
      self(name, Shape.object(nil, declare)) { $0 }
    }
  }
}
