import Games
import Mustache
import Site

extension Item {
  /// The price: `10 gp`.
  var costText: String { cost == 0 ? "free" : "\(cost) gp" }

  /// Returns the most important facts in a few words.
  func subtitle(for options: Set<CreationOption>) -> String {
    switch self {
    case .armour(let armour):
      "armour class \(options.armourClassText(descending: armour.record.descending))"
    case .shield: "armour class better by \(Shield.bonus)"
    case .weapon(let weapon):
      (["damage 1\(weapon.record.damage.name)"]
        + weapon.record.qualities.map { $0.name.lowercased() })
        .joined(separator: ", ")
    case .ammunition(let ammunition):
      "for " + ammunition.record.weapons.map { $0.name.lowercased() }.joined(separator: " and ")
    case .gear(let gear): gear.record.uses.map(\.phrase).joined(separator: ", ")
    }
  }

  var qualities: [WeaponQuality] {
    if case .weapon(let weapon) = self { weapon.record.qualities } else { [] }
  }

  /// Returns all the rules' numbers for it.
  func facts(for options: Set<CreationOption>) -> [Fact] {
    var facts = [Fact(label: "Cost", value: costText)]
    switch self {
    case .armour(let armour):
      if !options.contains(.ascendingOnly) {
        facts.append(Fact(label: "Armour class", value: "\(armour.record.descending)"))
      }
      facts.append(
        Fact(label: "Ascending armour class", value: "\(armour.record.ascending)"))
    case .shield: facts.append(Fact(label: "Armour class", value: "better by \(Shield.bonus)"))
    case .weapon(let weapon):
      facts.append(Fact(label: "Damage", value: "1\(weapon.record.damage.name)"))
      if let ranges = weapon.record.ranges {
        facts.append(Fact(label: "Range (short / medium / long)", value: ranges.unbroken))
      }
    case .ammunition(let ammunition):
      facts += [
        Fact(label: "Shots", value: "\(ammunition.record.count)"),
        Fact(
          label: "Shot with",
          value: ammunition.record.weapons.map(\.name).joined(separator: ", ")),
      ]
    case .gear(let gear): facts += gear.record.uses.map(\.fact)
    }
    return facts + [Fact(label: "Weight", value: weightText)]
  }

  private var weightText: String {
    switch weight {
    case nil: "\(Load.gearWeight) coins for all gear together"
    case 0: "included in the weapon’s"
    case let weight?: "\(weight) coins"
    }
  }

  /// Whether it is held rather than worn: a weapon or a shield.
  var isForHands: Bool {
    switch self {
    case .shield, .weapon: true
    case .armour, .ammunition, .gear: false
    }
  }
}

extension Ammunition {
  /// The plural of the ammunition: `arrows`.
  var shotName: String { shotNames.many }

  /// The singular and plural.
  var shotNames: (one: String, many: String) {
    [
      ("arrow", "arrows"), ("crossbow bolt", "crossbow bolts"),
      ("silver-tipped arrow", "silver-tipped arrows"), ("sling stone", "sling stones"),
    ][rawValue]
  }

  /// Returns the content of this many purchases: `60 arrows`.
  func shots(_ purchases: Int) -> String { shotsText(record.count * purchases) }

  /// Returns a number of shots: `60 arrows`.
  func shotsText(_ count: Int) -> String { count.counted(shotNames.one, shotNames.many) }
}

extension Gear {
  /// The singular and plural of gear that is used up piece by piece; `nil` for gear that lasts.
  var pieceNames: (one: String, many: String)? {
    switch self {
    case .holyWater: ("vial of holy water", "vials of holy water")
    case .ironSpikes: ("iron spike", "iron spikes")
    case .oil: ("flask of oil", "flasks of oil")
    case .rationsIron: ("day of iron rations", "days of iron rations")
    case .rationsStandard: ("day of rations", "days of rations")
    case .torches: ("torch", "torches")
    default: nil
    }
  }

  /// Returns a number of pieces: `5 torches`; `nil` for gear that lasts.
  func piecesText(_ count: Int) -> String? {
    pieceNames.map { count.counted($0.one, $0.many) }
  }
}

extension MissileRanges {
  /// The same as `text`, without line breaks within `11–20`.
  var unbroken: String { text.replacing("\u{2013}", with: "\u{2013}\u{2060}") }
}

extension GearUse {
  fileprivate var phrase: String {
    switch self {
    case .pieces(let count): "\(count) pieces"
    case .holds(let coins): "holds \(coins) coins"
    case .light(let feet, let turns): "light for \(feet) ft, \(turns) turns"
    case .food(let days): "food for \(days) days"
    case .thrown(let damage, _): "thrown for 1\(damage.name)"
    case .melee(let damage): "1\(damage.name) as a weapon"
    }
  }

  fileprivate var fact: Fact {
    switch self {
    case .pieces(let count): Fact(label: "Pieces", value: "\(count)")
    case .holds(let coins): Fact(label: "Holds", value: "\(coins) coins’ weight")
    case .light(let feet, let turns):
      Fact(label: "Light", value: "\(feet) feet around, for \(turns) turns of ten minutes")
    case .food(let days): Fact(label: "Food", value: "\(days) days")
    case .thrown(let damage, let ranges):
      Fact(label: "Thrown", value: "1\(damage.name) damage, two rounds; \(ranges.unbroken)")
    case .melee(let damage): Fact(label: "In melee", value: "1\(damage.name) damage")
    }
  }
}

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
