import ArgumentParser

extension ParsableCommand {
  /// Reads options as they are usually typed, without the library: that asks Swift's runtime hundreds
  /// of times what a type conforms to, which takes as long as all else at start.
  ///
  /// - Returns: `nil` for everything that isn't plain, such as a mistake; the library will say more.
  init?(typed words: ArraySlice<String>) {
    guard let options = TypedOptions(words), var command = try? Self(from: options),
      options.areAllTaken, (try? command.validate()) != nil
    else { return nil }
    self = command
  }
}

/// What stands on a command line as `--name text` or `--name=text`.
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

  /// The texts of the option that a property declares: `--socket-mode` of `socketMode`.
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
    // Anything else is a group.
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

/// What an option's texts stand for; none if it isn't there.
private protocol TypedOption {
  /// - Returns: `nil` if they stand for nothing.
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
