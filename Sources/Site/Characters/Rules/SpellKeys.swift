import Games

extension ListedSpell {
  /// In JSON and in forms, unique among the spells of one kind of magic: `invisibility10Radius`.
  var id: String { SpellIDs.ids[magic.rawValue][level - 1][place] }

  /// - Returns: `nil` for an id that is not in the list; case counts.
  init?(id: String, of magic: Magic) {
    guard let spell = SpellIDs.spells[magic.rawValue][id] else { return nil }
    self = spell
  }
}

private enum SpellIDs {
  /// By kind of magic, level and place.
  static let ids: [[[String]]] = Magic.allCases.map { magic in
    (1...magic.highestLevel).map { level in magic.spells(ofLevel: level).map { id(of: $0.name) } }
  }
  static let spells: [[String: ListedSpell]] = Magic.allCases.map { magic in
    Dictionary(magic.spells.map { (id(of: $0.name), $0) }) { first, _ in first }
  }

  /// The words of a name as one: `Pass-Wall` is `passWall`.
  private static func id(of name: String) -> String {
    let words = name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return words.dropFirst().reduce(into: String(words.first ?? "")) { id, word in
      id += word.prefix(1).uppercased() + word.dropFirst()
    }
  }
}
