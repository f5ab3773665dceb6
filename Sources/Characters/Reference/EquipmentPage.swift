import Games
import Mustache
import Site

/// The page of everything for sale, and how loads slow characters.
struct EquipmentPage: SheetedPage {
  static let templates = ["reference/equipment"]
  let title = "Equipment – Characters – Dicehall"
  let description =
    "Armour, weapons with qualities and ranges, ammunition, gear, costs, weights and movement."

  static func declare(_ field: inout Fields<EquipmentPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .equipment) }
    field("unarmoured") { _ in EquipmentPage.bothWays(Armour.unarmoured) }
    field.rows("armour", { _ in Item.Category.armour.items }) { row in
      row("item") { $0 }
      row("armourClass") { $0.armourClassText }
      row("weight") { $0.weightText }
      row("users") { $0.usersText }
    }
    field.rows("weapons", { _ in Weapon.allCases }) { row in
      row("item") { Item.weapon($0) }
      row("damage") { "1\($0.record.damage.name)" }
      row("weight") { Item.weapon($0).weightText }
      row("qualities") { $0.record.qualities.map(\.name).joined(separator: ", ") }
      row("ranges") { $0.record.ranges?.unbroken ?? "\u{2013}" }
      row("users") { Item.weapon($0).usersText }
    }
    field("qualities") { _ in WeaponQuality.allCases.map(Term.init) }
    field.rows("ammunition", { _ in Ammunition.allCases }) { row in
      row("item") { Item.ammunition($0) }
      row("weapons") { $0.record.weapons.map(\.name).listed() }
    }
    field("gear") { _ in Gear.allCases.map { Item.gear($0) } }
    field.rows("animals", { _ in Animal.allCases }) { animal in
      animal("name") { $0.name }
      animal("text") { $0.record.text }
      animal("cost") { "\($0.record.cost) gp" }
      animal("hitDice") { "\($0.record.hitDice) (\($0.record.hitPoints) hit points)" }
      animal("morale") { $0.record.morale }
      animal("unladen") { $0.record.paceText(with: $0.record.unladen) }
      animal("laden") { $0.record.paceText(with: $0.record.most) }
    }
    field("animalArmourClass") { _ in Animal.armourClassText }
    field("coins") { _ in
      Coin.allCases.map {
        ReferenceRow(head: $0.name, cells: [$0.abbreviation, Coins.text(worth: $0.worth)])
      }
    }
    field("gearWeight") { _ in Load.gearWeight }
    field("mostWeight") { _ in Load.most.groupedText }
    field("loads") { _ in MovementRow.detailed }
    field("basicLoads") { _ in MovementRow.basic }
  }

  /// Returns a descending armour class with the ascending one: `7 [12]`.
  static func bothWays(_ descending: Int) -> String {
    "\(descending) [\(AttackMatrix.ascendingBase - descending)]"
  }
}

/// An item for sale with its picture.
extension Item: Fielded {
  package static func declare(_ field: inout Fields<Item>) {
    field("id") { $0.id }
    field("name") { $0.name }
    field("cost") { $0.costText }
    field("text") { $0.text }
  }

  /// The armour class when wearing it; empty for other items.
  fileprivate var armourClassText: String {
    switch self {
    case .armour(let armour): EquipmentPage.bothWays(armour.record.descending)
    case .shield: "\(Shield.bonus) better"
    case .weapon, .ammunition, .gear: ""
    }
  }

  /// The weight: `30 coins`.
  fileprivate var weightText: String {
    weight.map { "\($0) coins" } ?? "\u{2013}"
  }

  /// The classes that may use it, in the fewest words.
  fileprivate var usersText: String {
    let users = CharacterClass.allCases.filter { $0.allows(self) }
    let others = CharacterClass.allCases.filter { !users.contains($0) }
    if others.isEmpty { return "All" }
    let names = { (classes: [CharacterClass]) in classes.map { $0.name.lowercased() } }
    return others.count < users.count
      ? "All but \(names(others).listed())" : "\(names(users).listed().asSentence) only"
  }
}

extension AnimalRecord {
  /// Returns the movement with a load: `120 feet a turn, up to 2,000 coins`.
  fileprivate func paceText(with load: Int) -> String {
    "\(movement(with: load).base) feet a turn, up to \(load.groupedText) coins"
  }
}

extension MovementRow {
  fileprivate static let detailed =
    Load.steps.map { MovementRow(head: "up to \($0.upTo.groupedText)", movement: $0.movement) }
    + [
      MovementRow(
        head: "above \(Load.most.groupedText)", movement: Load.movement(weight: Load.most + 1))
    ]

  fileprivate static let basic = Load.basicSteps.flatMap { step in
    [
      MovementRow(head: "\(step.burden.text), no treasure", movement: step.withoutTreasure),
      MovementRow(head: "\(step.burden.text), with treasure", movement: step.withTreasure),
    ]
  }
}

extension Armour.Burden {
  /// The names of the suits with this burden.
  fileprivate var text: String {
    let suits = Armour.allCases.filter { $0.record.burden == self }.map(\.name)
    return suits.isEmpty ? "No armour" : suits.listed("or").lowercased().asSentence
  }
}
