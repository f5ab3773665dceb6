import Web

extension JSONFormat {
  /// Returns the format of an object that one declaration writes, reads and describes.
  ///
  /// The declaration makes a value from its fields, or throws. It describes the format by writing a
  /// `sample`; without one there is no schema, and unknown fields are accepted.
  static func record(
    _ description: String? = nil, like sample: Value? = nil,
    _ declare: @escaping @Sendable (inout JSONRecord<Value>) throws -> Value
  ) -> JSONFormat {
    var described = JSONRecord(describing: sample)
    if sample != nil { _ = try? declare(&described) }
    let (schemas, optional) = (described.schemas, described.optional)
    let names = schemas.map(\.name)
    return JSONFormat(
      Schema.object(schemas, optional: optional, description),
      { value in
        var record = JSONRecord(writing: value)
        _ = try? declare(&record)
        return .object(record.members)
      }
    ) { json, reader in
      guard case .object(let members) = json else {
        reader.expected("an object", inLists: "objects")
        return nil
      }
      let known = reader.violations.count
      for member in members where !names.isEmpty && !names.contains(member.name) {
        reader.note(
          .unknownKey, "Only \(names.joined(separator: ", ")) belong here.", part: member.name)
      }
      for name in names where json[name] == nil && !optional.contains(name) {
        reader.note(.missingKey, "\(name) is missing.", part: name)
      }
      var record = JSONRecord<Value>(reading: json, by: reader)
      let value = try? declare(&record)
      reader = record.reader
      if value == nil, reader.violations.count == known {
        reader.note(.unknownValue, "This can’t be read.")
      }
      return value
    }
  }
}

/// An object that is written or read field by field.
struct JSONRecord<Value> {
  /// The value being written; `nil` while reading.
  private let value: Value?
  private let isDescribed: Bool
  private let json: JSON
  fileprivate var reader = JSONReader()
  fileprivate private(set) var members: [JSON.Member] = []
  fileprivate private(set) var schemas: [(name: String, schema: JSON)] = []
  fileprivate private(set) var optional: Set<String> = []
  /// The place of mistakes in the following fields, if not their names.
  var place: String?

  fileprivate init(writing value: Value) {
    self.value = value
    isDescribed = false
    json = .null
  }

  fileprivate init(describing sample: Value?) {
    value = sample
    isDescribed = true
    json = .null
  }

  fileprivate init(reading json: JSON, by reader: JSONReader) {
    value = nil
    isDescribed = false
    self.json = json
    self.reader = reader
  }

  /// Declares a required field.
  /// - Throws: `JSONUnread`.
  mutating func callAsFunction<Part>(
    _ name: String, _ format: JSONFormat<Part>, _ part: (Value) -> Part
  ) throws -> Part {
    guard let part = try self(optional: name, format, part) else { throw JSONUnread() }
    if isDescribed { optional.remove(name) }
    return part
  }

  /// Declares a field that is left out if the part is `nil`.
  /// - Throws: `JSONUnread`.
  mutating func callAsFunction<Part>(
    optional name: String, _ format: JSONFormat<Part>, _ part: (Value) -> Part?
  ) throws -> Part? {
    if let value {
      if isDescribed {
        schemas.append((name, format.schema))
        optional.insert(name)
      }
      guard let part = part(value) else { return nil }
      members.append(.init(name: name, value: format.json(part)))
      return part
    }
    guard let member = json[name] else { return nil }
    guard let part = reader.read(member, format, part: place ?? name) else { throw JSONUnread() }
    return part
  }

  /// Declares a required field with a stand-in for what can’t be read, so that the rest is read.
  mutating func callAsFunction<Part>(
    _ name: String, _ format: JSONFormat<Part>, or standIn: Part, _ part: (Value) -> Part
  ) -> Part {
    (try? self(name, format, part)) ?? standIn
  }

  mutating func note(_ rule: RuleCode, _ message: String) {
    reader.note(rule, message, part: place)
  }
}

/// A part could not be read, which has been noted.
struct JSONUnread: Error {}
