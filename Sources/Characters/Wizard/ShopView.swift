import Games
import Site
import Web

/// The tabs of the shop's pages: the four shops and the inventory.
enum ShopTab: Int, CaseIterable {
  case armour, weapons, ammunition, gear, inventory

  /// The shop's category; `nil` for the inventory.
  var category: Item.Category? { Item.Category(rawValue: rawValue) }
  var name: String { category?.name ?? "Inventory" }
  /// The name in an address.
  var slug: String { category?.slug ?? "inventory" }

  /// Returns an explanation of its numbers for newcomers.
  func hint(for options: Set<CreationOption>) -> String {
    switch self {
    case .armour where options.contains(.ascendingOnly):
      "Armour class is how hard you are to hit. Higher is better: 10 without armour."
    case .armour:
      """
      Armour class is how hard you are to hit. For the first number, lower is better: 9 without \
      armour. The one in brackets goes the other way: 10 without.
      """
    case .weapons:
      """
      Damage is what a hit takes off a foe’s hit points. Melee is hand to hand, missile is thrown \
      or shot; a two-handed weapon rules out a shield.
      """
    case .ammunition: "Bows, crossbows and slings are no use without something to shoot."
    case .gear: "Light, food and a bag first; all gear together weighs 80 coins."
    case .inventory:
      """
      Weight is in coins, ten to the pound, and your gold counts too. All adventuring gear \
      together counts as 80. More than 400 coins slow you down, and nobody can move with more \
      than 1,600.
      """
    }
  }

  /// - Returns: `nil` for the slug of no tab; case counts.
  init?(slug: String) {
    guard let tab = ShopTab.allCases.first(where: { $0.slug == slug }) else { return nil }
    self = tab
  }
}

/// The state of a shop page: the tab, the filters, and the item, if it is about one.
struct ShopView: Equatable {
  var tab: ShopTab
  /// Whether it hides goods that cost more than is left.
  private(set) var onlyAffordable = false
  /// Whether it hides goods that the class may not use.
  private(set) var onlyUsable = false
  /// The item of the page, if it is about one.
  var item: Item?

  /// Reads a page's address, or a form that remembers it.
  ///
  /// If neither names a tab, it is `tab` or, unless the page is about an item, the first tab with
  /// anything for the class.
  init(_ visit: Visit, tab: ShopTab, for draft: CharacterDraft) {
    let fields = visit.request.method == .post ? visit.form : visit.request.query
    let named = fields["tab"].flatMap(ShopTab.init(slug:))
    self.tab = named ?? tab
    onlyAffordable = fields["affordable"] == "on"
    onlyUsable = named == nil || fields["usable"] == "on"
    item = fields["at"].flatMap(Item.init(slug:))
    if named == nil, item == nil, visit.parameter.isEmpty, !hasGoods(on: tab, for: draft) {
      self.tab = ShopTab.allCases.first { hasGoods(on: $0, for: draft) } ?? tab
    }
  }

  /// Returns whether a tab lists anything, affordable or not; the inventory may be empty.
  private func hasGoods(on tab: ShopTab, for draft: CharacterDraft) -> Bool {
    var shop = turned(to: tab)
    shop.onlyAffordable = false
    return tab == .inventory || !shop.items(for: draft).isEmpty
  }

  /// Returns the tabs with goods, and the one shown.
  func tabs(for draft: CharacterDraft) -> [ShopTab] {
    ShopTab.allCases.filter { $0 == tab || hasGoods(on: $0, for: draft) }
  }

  /// The path of the tab or the item.
  var path: String {
    let fields = [("affordable", onlyAffordable), ("usable", onlyUsable)]
      .filter(\.1).map { "&\($0.0)=on" }.joined()
    let place = item.map { "/\($0.slug)" } ?? ""
    return "\(Step.equipment.path)\(place)?tab=\(tab.slug)\(fields)"
  }

  func turned(to tab: ShopTab) -> ShopView {
    var shop = self
    shop.tab = tab
    shop.item = nil
    return shop
  }

  func looking(at item: Item) -> ShopView {
    var shop = self
    shop.item = item
    return shop
  }

  /// Returns the listed goods: the inventory, or a shop's goods after the filters.
  func items(for draft: CharacterDraft) -> [Item] {
    guard let category = tab.category else { return draft.goods.entries.map(\.item) }
    return category.items.filter { item in
      let isAffordable = item.cost <= draft.goldLeft
      let isUsable = draft.characterClass?.allows(item) ?? true
      return draft.goods[item] > 0 || (isAffordable || !onlyAffordable) && (isUsable || !onlyUsable)
    }
  }
}
