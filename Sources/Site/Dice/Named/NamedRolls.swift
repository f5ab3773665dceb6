/// A visitor's named rolls, oldest first: at most 30, with different names.
///
/// They are a part of the session beside the dice. Every change may safely be repeated, so a page
/// that is older than the current dice can still make it.
package struct NamedRolls: Equatable, MovedPart {
  package static let tag: UInt8 = 8
  static let limit = 30
  /// The most bytes of all lines in UTF-8; 30 lines of plain text are shorter.
  static let largest = 8_192

  struct LastChange: Equatable {
    let sentence: String
    /// The removed roll, so that it can be kept again.
    var removed: NamedRoll?
    /// The revision of the dice at that time; their next move ends the news.
    let revision: Int
  }

  package private(set) var rolls: [NamedRoll] = []
  var news: LastChange?

  package init() {}

  /// The roll with a name, if there is one.
  package subscript(name: String) -> NamedRoll? { rolls.first { $0.isNamed(name) } }

  /// Adds a roll, unless it's there.
  /// - Returns: whether it is new.
  /// - Throws: `NamedRollRefusal.taken`, `.tooMany` or `.tooLarge`.
  mutating func keep(_ roll: NamedRoll) throws(NamedRollRefusal) -> Bool {
    if let other = self[roll.name] {
      guard other.expression == roll.expression else { throw .taken(other) }
      return false
    }
    guard rolls.count < NamedRolls.limit else { throw .tooMany }
    let size = (rolls + [roll]).reduce(0) { $0 + $1.line.utf8.count }
    guard size <= NamedRolls.largest else { throw .tooLarge }
    rolls.append(roll)
    return true
  }

  /// Removes a roll.
  /// - Returns: the roll, if there was one of that name.
  mutating func remove(_ name: String) -> NamedRoll? {
    rolls.firstIndex { $0.isNamed(name) }.map { rolls.remove(at: $0) }
  }

  package static func notice(of expiry: FormExpiry) -> Problem.Notice {
    DiceState.notice(of: expiry)
  }

  package func pack(into packer: inout Packer) {
    packer.put(1, rolls)
    if let news { packer.put(2, news) }
  }

  package init?(_ fields: PackedFields) {
    guard let rolls: [NamedRoll] = fields.values(1), rolls.count <= NamedRolls.limit else {
      return nil
    }
    self.rolls = rolls
    news = fields.value(2)
  }
}

extension NamedRolls.LastChange: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, sentence)
    if let removed { packer.put(2, removed) }
    packer.put(3, revision)
  }

  init?(_ fields: PackedFields) {
    guard let sentence = fields.text(1), let revision = fields.number(3) else { return nil }
    self.init(sentence: sentence, removed: fields.value(2), revision: revision)
  }
}
