import Games
import Web

/// Collects mistakes in the JSON being read, with their places.
struct JSONReader {
  /// The most that `violations` lists.
  static let mostViolations = 50

  /// The first mistakes.
  private(set) var violations: [Violation] = []
  /// The keys whose values could not be read, or only in part.
  var unread: Set<CharacterKey> = []
  /// The key of the character being read, and a part of its value.
  var key: CharacterKey?
  var part: String?
  private var isInList = false
  /// The kind of magic of spells being read.
  var magic = Magic.arcane

  mutating func note(_ violation: Violation) {
    if violations.count < JSONReader.mostViolations { violations.append(violation) }
  }

  /// Notes a mistake in what is being read, or in a `part` of it.
  mutating func note(_ rule: RuleCode, _ message: String, part: String? = nil) {
    note(rule, message, at: part.map(JSONReader.cut) ?? self.part)
  }

  private mutating func note(_ rule: RuleCode, _ message: String, at part: String?) {
    if let key { unread.insert(key) }
    let field = [key?.rawValue, part].compactMap(\.self).joined(separator: ".")
    note(Violation(rule: rule, field: field, message: message))
  }

  /// Records that a value of another kind was expected here.
  mutating func expected(_ kind: String, inLists kinds: String) {
    let name = part ?? key?.rawValue ?? "This"
    note(
      .unknownValue,
      isInList && part == nil ? "\(name) must contain only \(kinds)." : "\(name) must be \(kind).")
  }

  /// Notes a text that isn't a known name.
  mutating func noteUnknown(_ kind: String) {
    if isInList, part == nil, let key {
      note(key.unknown, "\(key.rawValue) contains a name that isn’t in the rules.")
    } else {
      // In a list of objects, the name would have identified the item.
      let name = part ?? key?.rawValue ?? "This"
      note(key?.unknown ?? .unknownValue, "\(name) must be \(kind).", at: nil)
    }
  }

  mutating func read<Part>(_ json: JSON, _ format: JSONFormat<Part>, part: String) -> Part? {
    let outer = self.part
    self.part = part
    defer { self.part = outer }
    return format.read(json, &self)
  }

  mutating func inList<Items>(_ read: (inout JSONReader) -> Items) -> Items {
    let (outerPart, wasInList) = (part, isInList)
    (part, isInList) = (nil, true)
    defer { (part, isInList) = (outerPart, wasInList) }
    return read(&self)
  }

  /// Reads items of which each name must occur once, in any order; `nil` otherwise.
  mutating func once<Item>(
    _ items: [Item]?, of names: [String], by name: (Item) -> String
  ) -> [String: Item]? {
    guard let items, let key else { return nil }
    var found: [String: Item] = [:]
    for item in items where found.updateValue(item, forKey: name(item)) != nil {
      note(.unknownValue, "This is given twice.", part: name(item))
    }
    guard !unread.contains(key) else { return nil }
    for name in names where found[name] == nil {
      note(.missingKey, "This is missing.", part: name)
    }
    return unread.contains(key) ? nil : found
  }

  /// Returns a client's text as a field name, shortened so that it can be repeated.
  private static func cut(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.prefix(60)))
  }
}
