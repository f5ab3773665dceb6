/// Decoded `name=value` pairs of a form's body or a query, in the order in which they came.
///
/// A name that comes twice counts once, by its first value: the same rule everywhere. Names such as
/// `a[]` have no meaning beyond their letters.
package struct Form: Equatable, Sendable {
  /// At most this many pairs; a page of ours has far fewer.
  package static let maximumFields = 64
  /// In bytes before decoding.
  package static let maximumNameLength = 128

  package static let mediaType = "application/x-www-form-urlencoded"

  package private(set) var fields: [Field] = []
  /// Some were no text, and left out.
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

  /// Reads `application/x-www-form-urlencoded` bytes; of an address, or where people filled them in
  /// and a value that is no text is told beside its field.
  /// - Throws: `Refusal` 400 for what cannot be decoded, unless that is to be left out; 413 for too
  ///   many fields or too long a name.
  package init(
    urlencoded bytes: some Collection<UInt8>, isInput: Bool = false, leavesOut: Bool = false
  ) throws(Refusal) {
    // Counted first: a hundred thousand empty fields must not be split, only refused.
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
          throw Refusal(.badRequest, "The form has a field that cannot be read as text.")
        }
        isIncomplete = true
        continue
      }
      fields.append(Field(name: name, value: value))
    }
  }

  /// The first value under that name.
  package subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  /// The same without the fields of some names.
  package func leavingOut(_ names: some Collection<String>) -> Form {
    var form = self
    form.fields.removeAll { names.contains($0.name) }
    return form
  }
}
