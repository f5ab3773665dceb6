import Games
import Mustache

/// Everything for sale, and how carrying it slows.
struct EquipmentPage: Page {
  static let templates = ["reference/equipment"]
  let title = "Equipment – Characters – Dicehall"
  let description =
    "Armour, weapons with qualities and ranges, ammunition, gear, costs, weights and movement."
  let section: Section? = .game(CharactersGame.self)

  static func declare(_ field: inout Fields<EquipmentPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .equipment) }
    field("unarmoured") { _ in EquipmentPage.bothWays(Armour.unarmoured) }
    field("armour") { _ in Item.Category.armour.items.compactMap(ArmourRow.init) }
    field("weapons") { _ in Weapon.allCases.map(WeaponRow.init) }
    field("qualities") { _ in
      WeaponQuality.allCases.map(Term.init)
    }
    field("ammunition") { _ in Ammunition.allCases.map(AmmunitionRow.init) }
    field("gear") { _ in Gear.allCases.map { PicturedItem(.gear($0)) } }
    field("animals") { _ in Animal.allCases.map(AnimalRow.init) }
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

  /// A descending armour class with the ascending one: `7 [12]`.
  static func bothWays(_ descending: Int) -> String {
    "\(descending) [\(AttackMatrix.ascendingBase - descending)]"
  }
}

/// Something for sale with its picture.
struct PicturedItem: Fielded {
  let item: Item

  init(_ item: Item) {
    self.item = item
  }

  static func declare(_ field: inout Fields<PicturedItem>) {
    field("id") { $0.item.id }
    field("name") { $0.item.name }
    field("cost") { $0.item.costText }
    field("text") { $0.item.text }
  }
}

extension Item {
  /// `30 coins`.
  fileprivate var weightText: String {
    weight.map { "\($0) coins" } ?? "\u{2013}"
  }

  /// Who may use it, in the fewest words.
  fileprivate var usersText: String {
    let users = CharacterClass.allCases.filter { $0.allows(self) }
    let others = CharacterClass.allCases.filter { !users.contains($0) }
    if others.isEmpty { return "All" }
    let names = { (classes: [CharacterClass]) in classes.map { $0.name.lowercased() } }
    return others.count < users.count
      ? "All but \(names(others).listed())" : "\(names(users).listed().asSentence) only"
  }
}

/// A suit of armour, or the shield.
private struct ArmourRow: Fielded {
  let item: Item
  let armourClass: String

  /// - Returns: `nil` for anything else.
  init?(_ item: Item) {
    switch item {
    case .armour(let armour): armourClass = EquipmentPage.bothWays(armour.record.descending)
    case .shield: armourClass = "\(Shield.bonus) better"
    default: return nil
    }
    self.item = item
  }

  static func declare(_ field: inout Fields<ArmourRow>) {
    field("item") { PicturedItem($0.item) }
    field("armourClass") { $0.armourClass }
    field("weight") { $0.item.weightText }
    field("users") { $0.item.usersText }
  }
}

private struct WeaponRow: Fielded {
  let weapon: Weapon

  static func declare(_ field: inout Fields<WeaponRow>) {
    field("item") { PicturedItem(.weapon($0.weapon)) }
    field("damage") { "1\($0.weapon.record.damage.name)" }
    field("weight") { Item.weapon($0.weapon).weightText }
    field("qualities") { row in row.weapon.record.qualities.map(\.name).joined(separator: ", ") }
    field("ranges") { $0.weapon.record.ranges?.unbroken ?? "\u{2013}" }
    field("users") { Item.weapon($0.weapon).usersText }
  }
}

private struct AmmunitionRow: Fielded {
  let ammunition: Ammunition

  static func declare(_ field: inout Fields<AmmunitionRow>) {
    field("item") { PicturedItem(.ammunition($0.ammunition)) }
    field("weapons") { row in row.ammunition.record.weapons.map(\.name).listed() }
  }
}

/// An animal that carries things.
private struct AnimalRow: Fielded {
  let animal: Animal

  private var record: AnimalRecord { animal.record }

  static func declare(_ field: inout Fields<AnimalRow>) {
    field("name") { $0.animal.name }
    field("text") { $0.record.text }
    field("cost") { "\($0.record.cost) gp" }
    field("hitDice") { "\($0.record.hitDice) (\($0.record.hitPoints) hit points)" }
    field("morale") { $0.record.morale }
    field("unladen") { $0.text($0.record.unladen) }
    field("laden") { $0.text($0.record.most) }
  }

  /// `120 feet a turn, up to 2,000 coins`.
  private func text(_ load: Int) -> String {
    "\(record.movement(with: load).base) feet a turn, up to \(load.groupedText) coins"
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
  /// The suits of this burden.
  fileprivate var text: String {
    let suits = Armour.allCases.filter { $0.record.burden == self }.map(\.name)
    return suits.isEmpty ? "No armour" : suits.listed("or").lowercased().asSentence
  }
}
