import Games
import Site

extension OtherThing {
  /// The name, with its numbers if it has any: `Ring of warding (armour class +1; worn)`.
  var text: String { numbersText.map { "\(name.isolated) (\($0))" } ?? name }

  /// `attack and damage +1; 7 charges; in hand`; `nil` for what has no numbers.
  var numbersText: String? {
    guard kind != nil else { return nil }
    let facts =
      Bonus.allCases.filter { self[$0] != 0 }.map {
        "\($0.name.lowercased()) \(self[$0].modifierText)"
      }
      + [
        charges?.counted("charge", "charges"), isWorn ? item.wornName : nil,
      ].compactMap(\.self)
    return facts.isEmpty ? nil : facts.joined(separator: "; ")
  }
}

extension OtherThing.Kind {
  var name: String {
    switch self {
    case .item(let item): item.name
    case .ring: "Ring"
    case .other: "Other"
    }
  }
}

extension Item? {
  /// How it is called when it is put on.
  var wornName: String { isHeld ? "in hand" : "worn" }

  /// What the button says that puts it on.
  var wearingName: String { isHeld ? "Take in hand" : "Wear" }

  private var isHeld: Bool { self?.isForHands ?? false }
}

extension Item {
  /// Held rather than worn: a weapon or a shield.
  var isForHands: Bool {
    switch self {
    case .shield, .weapon: true
    case .armour, .ammunition, .gear: false
    }
  }
}
