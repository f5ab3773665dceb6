import Games
import Mustache
import Site

/// A row for a thing that no shop sells, with its buttons.
struct ThingRow: Fielded {
  /// The place in the list of all things.
  let place: Int
  let thing: OtherThing

  static func declare(_ field: inout Fields<ThingRow>) {
    field("place") { $0.place }
    field("name") { $0.thing.name }
    field("weight") { row in
      row.thing.weight > 0 ? row.thing.weight.counted("coin", "coins") : nil
    }
    field("numbers") { $0.thing.numbersText }
    field("toWear") { row in
      row.thing.kind == nil || row.thing.isWorn ? nil : row.thing.item.wearingName
    }
    field("isWorn") { $0.thing.isWorn }
    field("canUse") { ($0.thing.charges ?? 0) > 0 }
  }
}

extension PlayerCharacter {
  /// The rows of the things that no shop sells.
  var things: [ThingRow] { zip(0..., record.otherThings).map(ThingRow.init) }
}

extension OtherThing {
  /// The name, with its numbers if it has any: `Ring of warding (armour class +1; worn)`.
  var text: String { numbersText.map { "\(name.isolated) (\($0))" } ?? name }

  /// The numbers: `attack and damage +1; 7 charges; in hand`; `nil` if there are none.
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
  /// The word for a thing that is put on.
  var wornName: String { isHeld ? "in hand" : "worn" }

  /// The button that puts it on.
  var wearingName: String { isHeld ? "Take in hand" : "Wear" }

  private var isHeld: Bool { self?.isForHands ?? false }
}

extension Item {
  /// Whether it is held rather than worn: a weapon or a shield.
  var isForHands: Bool {
    switch self {
    case .shield, .weapon: true
    case .armour, .ammunition, .gear: false
    }
  }
}
