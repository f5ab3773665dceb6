import Web

/// The words of JSON Schema that formats are described with.
enum Schema {
  /// One of these texts.
  static func oneOf(_ names: [String], _ description: String? = nil) -> JSON {
    typed("string", description, [.init(name: "enum", value: .array(names.map(JSON.string)))])
  }

  /// An object with these properties and no others; all but the optional ones must be there.
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

  /// What another schema of the document says, by its name there.
  static func reference(_ name: String) -> JSON {
    ["$ref": .string("#/components/schemas/\(name)")]
  }

  static func bounds(
    _ least: String, _ first: Int, _ most: String, _ last: Int
  ) -> [JSON.Member] {
    [.init(name: least, value: .whole(first)), .init(name: most, value: .whole(last))]
  }

  /// A value of one of JSON Schema’s types.
  static func typed(
    _ type: String, _ description: String? = nil, _ others: [JSON.Member] = []
  ) -> JSON {
    let described = description.map { [JSON.Member(name: "description", value: .string($0))] }
    return .object([.init(name: "type", value: .string(type))] + (described ?? []) + others)
  }
}
