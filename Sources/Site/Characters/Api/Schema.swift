import Web

/// The words of JSON Schema (2020-12) that the interface's description needs.
enum Schema {
  static func text(_ description: String? = nil) -> JSON { typed("string", description) }
  static func flag(_ description: String? = nil) -> JSON { typed("boolean", description) }

  static func integer(
    _ range: ClosedRange<Int>? = nil, _ description: String? = nil
  ) -> JSON {
    let bounds: [JSON.Member] =
      range.map {
        [
          .init(name: "minimum", value: .number(String($0.lowerBound))),
          .init(name: "maximum", value: .number(String($0.upperBound))),
        ]
      } ?? []
    return typed("integer", description, bounds)
  }

  static func oneOf(_ names: [String], _ description: String? = nil) -> JSON {
    typed("string", description, [.init(name: "enum", value: .array(names.map(JSON.string)))])
  }

  static func list(
    of items: JSON, count: Int? = nil, _ description: String? = nil
  ) -> JSON {
    let bounds: [JSON.Member] =
      count.map {
        [
          .init(name: "minItems", value: .number(String($0))),
          .init(name: "maxItems", value: .number(String($0))),
        ]
      } ?? []
    return typed("array", description, [.init(name: "items", value: items)] + bounds)
  }

  /// Nothing but these; all of them are there but the optional ones.
  static func object(
    _ properties: KeyValuePairs<String, JSON>, optional: Set<String> = [],
    _ description: String? = nil
  ) -> JSON {
    object(properties.map { ($0.key, $0.value) }, optional: optional, description)
  }

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

  static func reference(_ name: String) -> JSON {
    ["$ref": .string("#/components/schemas/\(name)")]
  }

  private static func typed(
    _ type: String, _ description: String?, _ others: [JSON.Member] = []
  ) -> JSON {
    let described: [JSON.Member] =
      description.map { [.init(name: "description", value: .string($0))] } ?? []
    return .object([.init(name: "type", value: .string(type))] + described + others)
  }
}
