import Games
import Mustache

/// The seventh step: a shelf of the shop, or the inventory.
struct ShopPage: WizardPage {
  static let templates = ["characters/equipment"]
  let wizard: WizardView
  let aisle: ShopView
  private var draft: CharacterDraft { wizard.draft }

  static func declare(_ field: inout Fields<ShopPage>) {
    field("wizard") { $0.wizard }
    field("tabs") { page in
      ShopTab.allCases.map { ShopTabLink(shelf: $0, aisle: page.aisle, page.draft) }
    }
    field("tab") { $0.aisle.shelf.slug }
    field("shelf") { $0.aisle.shelf.name }
    field("hint") { $0.aisle.shelf.hint }
    field("onlyAffordable") { $0.aisle.onlyAffordable }
    field("onlyUsable") { $0.aisle.onlyUsable }
    field("purse") { Purse(draft: $0.draft) }
    field("isInventory") { $0.aisle.shelf == .inventory }
    field("load") { $0.aisle.shelf == .inventory ? LoadText($0.draft) : nil }
    field("items") { page in
      page.aisle.items(for: page.draft).map {
        ShopItem(item: $0, draft: page.draft, aisle: page.aisle, problem: page.wizard.problem)
      }
    }
    field("isEmpty") { $0.aisle.items(for: $0.draft).isEmpty }
  }
}

/// One item with all that is to be known of it.
struct ShopItemPage: WizardPage {
  static let templates = ["characters/item"]
  let wizard: WizardView
  let item: Item
  let aisle: ShopView

  static func declare(_ field: inout Fields<ShopItemPage>) {
    field("wizard") { $0.wizard }
    field("purse") { Purse(draft: $0.wizard.draft) }
    field("item") { page in
      ShopItem(
        item: page.item, draft: page.wizard.draft, aisle: page.aisle, problem: page.wizard.problem)
    }
    field("facts") { $0.item.facts }
    field("qualities") { $0.item.qualities.map(QualityRow.init) }
    field("hasQualities") { !$0.item.qualities.isEmpty }
    field("tab") { $0.aisle.shelf.slug }
    field("shelf") { $0.aisle.shelf.name }
    field("shelfLink") { $0.aisle.turned(to: $0.aisle.shelf).path.withinGame }
    field("onlyAffordable") { $0.aisle.onlyAffordable }
    field("onlyUsable") { $0.aisle.onlyUsable }
  }
}

/// A link to a shelf.
private struct ShopTabLink: Fielded {
  let shelf: ShopTab
  let aisle: ShopView
  private let count: Int

  init(shelf: ShopTab, aisle: ShopView, _ draft: CharacterDraft) {
    self.shelf = shelf
    self.aisle = aisle
    count = draft.goods.items.count
  }

  static func declare(_ field: inout Fields<ShopTabLink>) {
    field("name") { $0.shelf.name }
    field("link") { $0.aisle.turned(to: $0.shelf).path.withinGame }
    field("isHere") { $0.shelf == $0.aisle.shelf }
  }
}

/// What is left of the gold.
private struct Purse: Fielded {
  let draft: CharacterDraft

  static func declare(_ field: inout Fields<Purse>) {
    field("gold") { $0.draft.goldLeft }
  }
}

/// What is carried, and how it slows.
private struct LoadText: Fielded {
  private let spent: Int
  private let weight: Int
  private let movement: Movement

  init?(_ draft: CharacterDraft) {
    guard let sheet = draft.sheet else { return nil }
    spent = draft.goods.cost
    weight = sheet.weight.value
    movement = sheet.movement
  }

  static func declare(_ field: inout Fields<LoadText>) {
    field("spent") { $0.spent }
    field("weight") { $0.weight.groupedText }
    field("base") { $0.movement.base }
    field("encounter") { $0.movement.encounter }
    field("miles") { $0.movement.overlandMiles }
  }
}

/// An item in the shop, for one who may buy it.
private struct ShopItem: Fielded {
  let item: Item
  let draft: CharacterDraft
  let aisle: ShopView
  let problem: Problem?

  static func declare(_ field: inout Fields<ShopItem>) {
    field("name") { $0.item.name }
    field("slug") { $0.item.slug }
    field("picture") { $0.item.id }
    field("subtitle") { $0.item.subtitle }
    field("cost") { $0.item.costText }
    field("link") { $0.aisle.looking(at: $0.item).path.withinGame }
    field("owned") { $0.owned > 0 ? $0.owned : nil }
    field("weight") { $0.weight }
    field("canBuy") { $0.obstacle == nil }
    // Of what one owns, only what more of it would cost is left to say, and not in the inventory.
    field("obstacle") { $0.owned > 0 && $0.hidesObstacle ? nil : $0.obstacle?.shopSentence }
    field("isForbidden") { $0.draft.characterClass?.allows($0.item) == false }
    field("wrong") { $0.problem?[$0.item.slug]?.sentence }
  }

  private var hidesObstacle: Bool { item.isWorn || aisle.shelf == .inventory }
  private var owned: Int { draft.goods[item] }
  private var obstacle: RuleRefusal? { draft.obstacle(toBuying: item) }

  /// Of all that is owned; `nil` where nothing is weighed by itself.
  private var weight: String? {
    guard owned > 0, let weight = item.weight, weight > 0 else { return nil }
    return (weight * owned).groupedText
  }
}

/// What a quality of a weapon means.
private struct QualityRow: Fielded {
  let quality: WeaponQuality

  static func declare(_ field: inout Fields<QualityRow>) {
    field("name") { $0.quality.name }
    field("text") { $0.quality.text }
  }
}
