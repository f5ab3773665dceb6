import Games
import Web

/// What the shop's pages list side by side: the four shops, and what one owns.
enum ShopTab: Int, CaseIterable {
  case armour, weapons, ammunition, gear, inventory

  /// `nil` for the inventory.
  var category: Item.Category? { Item.Category(rawValue: rawValue) }
  var name: String { category?.name ?? "Inventory" }
  /// As a part of an address.
  var slug: String { category?.slug ?? "inventory" }

  /// What the numbers on it mean, for those who do not know yet.
  var hint: String {
    switch self {
    case .armour:
      """
      Armour class says how hard you are to hit: the first number the lower the better, 9 without \
      armour; the one in brackets counts the other way round, 10 without.
      """
    case .weapons:
      """
      Damage is what a hit takes off a foe's hit points. Melee is hand to hand, missile is thrown \
      or shot; who needs both hands carries no shield in them.
      """
    case .ammunition: "Bows, crossbows and slings are no use without something to shoot."
    case .gear: "Light, food and a bag first; all gear together weighs 80 coins."
    case .inventory:
      """
      Weight is counted in coins, ten to the pound, and your gold counts as well; all adventuring \
      gear together counts 80. More than 400 coins slow you, and nobody moves with more than 1,600.
      """
    }
  }

  /// - Returns: `nil` for what is no part of an address; case counts.
  init?(slug: String) {
    guard let shelf = ShopTab.allCases.first(where: { $0.slug == slug }) else { return nil }
    self = shelf
  }
}

/// Where in the shop somebody stands: the shelf, what is hidden of it, and the one thing that is
/// looked at.
struct ShopView: Equatable {
  var shelf: ShopTab
  /// Hides what costs more than is left.
  private(set) var onlyAffordable = false
  /// Hides what the class may not use.
  private(set) var onlyUsable = false
  /// The item whose own page it is.
  var item: Item?

  /// Reads the address of a page, or the form that remembers it; `shelf` is where neither names one.
  init(_ visit: Visit, shelf: ShopTab) {
    let fields = visit.request.method == .post ? visit.form : visit.request.query
    self.shelf = fields["tab"].flatMap(ShopTab.init(slug:)) ?? shelf
    onlyAffordable = fields["affordable"] == "on"
    onlyUsable = fields["usable"] == "on"
    item = fields["at"].flatMap(Item.init(slug:))
  }

  /// The address of the shelf, or of the item that is looked at.
  var path: String {
    let fields = [("affordable", onlyAffordable), ("usable", onlyUsable)]
      .filter(\.1).map { "&\($0.0)=on" }.joined()
    let place = item.map { "/\($0.slug)" } ?? ""
    return "\(Step.equipment.path)\(place)?tab=\(shelf.slug)\(fields)"
  }

  /// The same at another shelf.
  func turned(to shelf: ShopTab) -> ShopView {
    var aisle = self
    aisle.shelf = shelf
    aisle.item = nil
    return aisle
  }

  func looking(at item: Item) -> ShopView {
    var aisle = self
    aisle.item = item
    return aisle
  }

  /// What is listed: of a shop what the filters leave, of the inventory everything.
  func items(for draft: CharacterDraft) -> [Item] {
    guard let category = shelf.category else { return draft.goods.entries.map(\.item) }
    return category.items.filter { item in
      let isAffordable = item.cost <= draft.goldLeft
      let isUsable = draft.characterClass?.allows(item) ?? true
      return draft.goods[item] > 0 || (isAffordable || !onlyAffordable) && (isUsable || !onlyUsable)
    }
  }
}
