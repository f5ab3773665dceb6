import ArgumentParser

extension ParsableCommand {
  /// Reads plainly typed options without the library.
  ///
  /// The library asks Swift's runtime hundreds of times what a type conforms to, which takes as
  /// long as the rest of the start.
  ///
  /// - Returns: `nil` for anything that isn't plain, such as a mistake; the library says more.
  init?(typed words: ArraySlice<String>) {
    guard let options = TypedOptions(words), var command = try? Self(from: options),
      options.areAllTaken, (try? command.validate()) != nil
    else { return nil }
    self = command
  }
}

/// The options on a command line, as `--name text` or `--name=text`.
private final class TypedOptions: Decoder {
  struct Unreadable: Error {}

  private var texts: [String: [String]] = [:]
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init?(_ words: ArraySlice<String>) {
    var words = words
    while let word = words.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let text = parts.count == 2 ? String(parts[1]) : words.popFirst(),
        !text.hasPrefix("-")
      else { return nil }
      texts[String(parts[0]), default: []].append(text)
    }
  }

  var areAllTaken: Bool { texts.isEmpty }

  /// Returns the texts of a property's option: `--socket-mode` for `socketMode`.
  func take(_ property: String) -> [String] {
    var name = "--"
    for (before, letter) in zip(" " + property, property) {
      if letter.isUppercase, before.isLowercase { name += "-" }
      name += letter.lowercased()
    }
    return texts.removeValue(forKey: name) ?? []
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(TypedProperties(options: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unreadable() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Unreadable() }
}

/// The properties of a command or of a group of options.
private struct TypedProperties<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let options: TypedOptions
  let codingPath: [any CodingKey] = []
  let allKeys: [Key] = []

  func contains(_: Key) -> Bool { true }

  func decodeNil(forKey _: Key) -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    // Any other type is a group.
    guard let option = type as? any TypedOption.Type else { return try T(from: options) }
    guard let value = option.init(typed: options.take(key.stringValue)) as? T else {
      throw TypedOptions.Unreadable()
    }
    return value
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy _: Nested.Type, forKey _: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw TypedOptions.Unreadable() }

  func nestedUnkeyedContainer(forKey _: Key) throws -> any UnkeyedDecodingContainer {
    throw TypedOptions.Unreadable()
  }

  func superDecoder() throws -> any Decoder { throw TypedOptions.Unreadable() }

  func superDecoder(forKey _: Key) throws -> any Decoder { throw TypedOptions.Unreadable() }
}

/// An option's value from its texts, of which there are none if it is missing.
private protocol TypedOption {
  /// - Returns: `nil` if the texts are invalid.
  init?(typed texts: [String])
}

extension Option {
  fileprivate init(value: Value) {
    self.init(wrappedValue: value) { _ in throw TypedOptions.Unreadable() }
    wrappedValue = value
  }
}

extension Option: TypedOption where Value: TypedOption {
  fileprivate init?(typed texts: [String]) {
    guard let value = Value(typed: texts) else { return nil }
    self.init(value: value)
  }
}

extension Optional: TypedOption where Wrapped: ExpressibleByArgument {
  fileprivate init?(typed texts: [String]) {
    guard let text = texts.first else {
      self = .none
      return
    }
    guard texts.count == 1, let value = Wrapped(argument: text) else { return nil }
    self = .some(value)
  }
}

extension Array: TypedOption where Element == String {
  fileprivate init(typed texts: [String]) { self = texts }
}
