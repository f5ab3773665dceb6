/// Decoded `name=value` pairs of a form's body or a query, in the order received.
///
/// If a name occurs more than once, its first value counts. Names such as `a[]` have no special
/// meaning.
package struct Form: Equatable, Sendable {
  /// The most pairs a form may have; our largest form, a spell book, has about 80.
  package static let maximumFields = 96
  /// The longest name, in bytes before decoding.
  package static let maximumNameLength = 128

  package static let mediaType = "application/x-www-form-urlencoded"

  package private(set) var fields: [Field] = []
  /// Whether fields that couldn't be decoded were left out.
  package private(set) var isIncomplete = false

  /// One pair, decoded.
  package struct Field: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package init() {}

  package init(_ fields: [Field]) { self.fields = fields }

  /// Reads `application/x-www-form-urlencoded` bytes.
  ///
  /// With `isInput`, for what people fill in, U+FFFD replaces whatever isn't valid text, so that
  /// the page can say so beside the field. With `leavesOut`, for addresses, fields that can't be
  /// decoded are dropped.
  /// - Throws: `Refusal` 400 for a field that can't be decoded, unless it is left out; 413 for too
  ///   many fields or too long a name.
  package init(
    urlencoded bytes: some Collection<UInt8>, isInput: Bool = false, leavesOut: Bool = false
  ) throws(Refusal) {
    guard !bytes.isEmpty else { return }
    // Count first: a hundred thousand empty fields must be refused without splitting them.
    var ampersands = 0
    for byte in bytes where byte == UInt8(ascii: "&") { ampersands += 1 }
    guard ampersands < Form.maximumFields else {
      throw Refusal(.contentTooLarge, "The form has more fields than any of our pages.")
    }
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0].count <= Form.maximumNameLength else {
        throw Refusal(.contentTooLarge, "The form has a field with an overlong name.")
      }
      let encodedValue = parts.count == 2 ? parts[1] : parts[0].suffix(0)
      guard let name = PercentCoding.decode(parts[0], plusIsSpace: true),
        let value = isInput
          ? PercentCoding.decodeInput(encodedValue)
          : PercentCoding.decode(encodedValue, plusIsSpace: true)
      else {
        guard leavesOut else {
          throw Refusal(.badRequest, "The form has a field that can’t be read as text.")
        }
        isIncomplete = true
        continue
      }
      fields.append(Field(name: name, value: value))
    }
  }

  /// The first value with this name.
  package subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  /// Returns a copy without the fields of these names.
  package func leavingOut(_ names: some Collection<String>) -> Form {
    var form = self
    form.fields.removeAll { names.contains($0.name) }
    return form
  }
}
