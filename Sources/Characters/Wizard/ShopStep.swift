import Games
import Mustache
import Site
import Web

/// The page of the seventh step: one of the shops, or the inventory.
struct ShopPage: WizardPage {
  static let templates = ["characters/equipment"]
  let wizard: WizardLayout
  let shop: ShopView

  static func declare(_ field: inout Fields<ShopPage>) {
    field("wizard") { $0.wizard }
    field.rows("tabs", { $0.shop.tabs(for: $0.draft) }) { tab in
      tab("name") { $0.name }
      tab("link") { $1.shop.turned(to: $0).path.withinGame }
      tab("isHere") { $0 == $1.shop.tab }
    }
    field("tab") { $0.shop.tab.slug }
    field("tabName") { $0.shop.tab.name }
    field("hint") { $0.shop.tab.hint(for: $0.draft.options) }
    field("onlyAffordable") { $0.shop.onlyAffordable }
    field("onlyUsable") { $0.shop.onlyUsable }
    field("purse") { Purse(draft: $0.draft) }
    field("bothHands") { page in
      let goods = page.draft.goods
      // The sheet takes long, and few characters have both.
      return goods.hasShield && !goods.bothHanded.isEmpty
        ? page.draft.sheet?.bothHandsSentence : nil
    }
    field("isInventory") { $0.shop.tab == .inventory }
    field.object("load", { $0.shop.tab == .inventory ? $0.draft.sheet : nil }) { load in
      load("spent") { $1.draft.goods.cost }
      load("weight") { $0.weight.value.groupedText }
      load("base") { $0.movement.base }
      load("encounter") { $0.movement.encounter }
      load("miles") { $0.movement.overlandMiles }
    }
    field("items") { page in
      page.shop.items(for: page.draft).map {
        ShopItem(item: $0, draft: page.draft, shop: page.shop, problem: page.wizard.problem)
      }
    }
  }
}

struct ShopItemPage: WizardPage {
  static let templates = ["characters/item"]
  let wizard: WizardLayout
  let item: Item
  let shop: ShopView

  static func declare(_ field: inout Fields<ShopItemPage>) {
    field("wizard") { $0.wizard }
    field("purse") { Purse(draft: $0.draft) }
    field("item") { page in
      ShopItem(
        item: page.item, draft: page.draft, shop: page.shop, problem: page.wizard.problem)
    }
    field("facts") { $0.item.facts(for: $0.draft.options) }
    field("qualities") { $0.item.qualities.map(Term.init) }
    field("tab") { $0.shop.tab.slug }
    field("tabName") { $0.shop.tab.name }
    field("tabLink") { $0.shop.turned(to: $0.shop.tab).path.withinGame }
    field("onlyAffordable") { $0.shop.onlyAffordable }
    field("onlyUsable") { $0.shop.onlyUsable }
  }
}

/// The gold that is left, and what was spent.
private struct Purse: Fielded {
  let draft: CharacterDraft

  static func declare(_ field: inout Fields<Purse>) {
    field("gold") { $0.draft.goldLeft }
    field("missing") { $0.missing.isEmpty ? nil : $0.missing.joined(separator: ", ") }
    // There is no sheet while the character lacks something.
    field.object("sheet", { $0.draft.sheet }) { sheet in
      sheet("armourClass") { $0.armourClassText }
      sheet("load") { $0.weight.value.groupedText }
      sheet("base") { $0.movement.base }
    }
  }

  /// The essential gear that this character lacks.
  private var missing: [String] {
    let goods = draft.goods
    let items = goods.entries.map(\.item)
    let uses = items.flatMap { item -> [GearUse] in
      if case .gear(let gear) = item { gear.record.uses } else { [] }
    }
    let hasWeapon = items.contains { if case .weapon = $0 { true } else { false } }
    let wearsNone = draft.characterClass?.record.armour.suits.isEmpty ?? false
    let needs: [(name: String, isMet: Bool)] = [
      ("weapon", hasWeapon), ("armour", goods.armour != nil || wearsNone),
      ("light", uses.contains { if case .light = $0 { true } else { false } }),
      ("food", uses.contains { if case .food = $0 { true } else { false } }),
    ]
    return needs.filter { !$0.isMet }.map(\.name)
      + Weapon.allCases.compactMap { weapon in
        guard goods[.weapon(weapon)] > 0, let shot = weapon.shots.first,
          weapon.shots.allSatisfy({ goods[.ammunition($0)] == 0 })
        else { return nil }
        return "\(shot.shotName) for the \(weapon.name.lowercased())"
      }
  }
}

/// An item in the shop, and whether this character may buy it.
private struct ShopItem: Fielded {
  let item: Item
  let draft: CharacterDraft
  let shop: ShopView
  let problem: Problem?

  static func declare(_ field: inout Fields<ShopItem>) {
    field("name") { $0.item.name }
    field("slug") { $0.item.slug }
    field("picture") { $0.item.id }
    field("subtitle") { $0.item.subtitle(for: $0.draft.options) }
    field("cost") { $0.item.costText }
    field("link") { $0.shop.looking(at: $0.item).path.withinGame }
    field("owned") { $0.owned > 0 ? $0.ownedText : nil }
    field("canBuy") { $0.obstacle == nil }
    // For owned goods, only a too high price is shown, and only in a shop.
    field("obstacle") { $0.owned > 0 && $0.hidesObstacle ? nil : $0.obstacle?.shopSentence }
    field("isForbidden") { $0.draft.characterClass?.allows($0.item) == false }
    field("wrong") { $0.problem?[$0.item.slug] }
  }

  private var hidesObstacle: Bool { item.isWorn || shop.tab == .inventory }
  private var owned: Int { draft.goods[item] }
  private var obstacle: RuleRefusal? { draft.obstacle(toBuying: item) }

  /// The number owned: `2 owned, weight 60 coins`; `3 owned, 60 arrows`.
  private var ownedText: String {
    let count = "\(owned) owned"
    if case .ammunition(let ammunition) = item { return "\(count), \(ammunition.shots(owned))" }
    guard let weight = item.weight else { return count }
    return "\(count), weight \((weight * owned).groupedText) coins"
  }
}

let shopRoutes: [Route] = [
  .view("/osr/new/equipment/*", on: .equipment, showItem),
  trade("buy") { draft, item throws(RuleRefusal) in
    try draft.buying(item)
  } outcome: { item, draft in
    "\(item.name) bought: \(draft.goldLeft) gp left."
  },
  trade("return") { draft, item throws(RuleRefusal) in
    try draft.returning(item)
  } outcome: { item, draft in
    "\(item.name) returned for \(item.cost) gp: \(draft.goldLeft) gp left."
  },
  .goOn(from: .equipment),
  .move("/osr/new/equipment/surprise", on: .equipment) { state, visit in
    let next = state.draft.surprising(.equipment, using: &visit.random)
    let shop = ShopView(visit, tab: state.tab, for: next).turned(to: .inventory)
    state.tab = .inventory
    state.take(
      next, at: .equipment, "A kit for \(next.goods.cost) gp: \(next.goldLeft) gp left.",
      using: &visit.random)
    return shop.path
  },
]

private func showItem(_ state: DraftState, _ visit: Visit) throws(Refusal) -> Answer {
  guard state.draft.isOpen(.equipment) else { return visit.show(.equipment, state) }
  guard let item = Item(slug: visit.parameter) else {
    throw Refusal(.notFound, "No shop here sells that.")
  }
  // Visitors who follow a link from elsewhere return to the shop that sells the item.
  let tab = ShopTab(rawValue: item.category.rawValue) ?? state.tab
  let shop = ShopView(visit, tab: tab, for: state.draft).looking(at: item)
  let view = WizardLayout(state, at: .equipment, item: item, in: visit, nil)
  return .page(ShopItemPage(wizard: view, item: item, shop: shop))
}

/// Buys or returns the item that the form names, and returns to its place in the shop.
private func trade(
  _ name: String,
  _ move: @escaping @Sendable (CharacterDraft, Item) throws(RuleRefusal) -> CharacterDraft,
  outcome: @escaping @Sendable (Item, CharacterDraft) -> String
) -> Route {
  .move("\(Step.equipment.path)/\(name)", on: .equipment) { state, visit throws(Problem) in
    let item = try Problem.telling(visit.form.item())
    let draft = state.draft
    let shop = ShopView(visit, tab: state.tab, for: draft)
    let isShown = shop.item == item || shop.item == nil && shop.items(for: draft).contains(item)
    let next = try Problem.telling(move(draft, item), at: isShown ? item.slug : nil)
    state.tab = shop.tab
    state.take(next, at: .equipment, outcome(item, next), using: &visit.random)
    // Without scripts, the fragment keeps the page from jumping to its top.
    return shop.item == nil && next.goods[item] > 0 || shop.tab != .inventory
      ? "\(shop.path)#\(item.slug)" : shop.path
  }
}

extension RuleRefusal {
  /// A short reason why the shop doesn't sell it, beside the item's name.
  fileprivate var shopSentence: String {
    switch self {
    case .notEnoughGold: "Costs more than you have left."
    case .armourForbidden(let characterClass, _):
      "Not for your class (\(characterClass.record.armour.text))."
    case .weaponForbidden(let characterClass, _):
      "Not for your class (\(characterClass.record.weapons.text))."
    default: sentence
    }
  }
}
