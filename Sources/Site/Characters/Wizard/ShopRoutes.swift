import Games
import Web

let shopRoutes: [Route] = [
  .get("/osr/new/equipment/*", showItem),
  .post("/osr/new/equipment/buy", buy),
  .post("/osr/new/equipment/return", giveBack),
  .post("/osr/new/equipment/continue") { $0.goOn(from: .equipment) },
  .post("/osr/new/equipment/surprise", surpriseKit),
]

private func showItem(_ visit: inout Visit) throws(Refusal) -> Answer {
  let table = visit.session[DraftState.self] ?? DraftState()
  guard table.draft.isOpen(.equipment), !visit.session.isReplacement else {
    return visit.show(.equipment)
  }
  guard let item = Item(slug: visit.parameter) else {
    throw Refusal(.notFound, "No shop here sells that.")
  }
  // Whoever comes by a link from elsewhere goes back to the shop that sells it.
  let shelf = ShopTab(rawValue: item.category.rawValue) ?? table.shelf
  let aisle = ShopView(visit, shelf: shelf).looking(at: item)
  let view = WizardView(
    table, at: .equipment, item: item, isFramed: visit.session.isFramed, nil)
  return .page(ShopItemPage(wizard: view, item: item, aisle: aisle))
}

private func buy(_ visit: inout Visit) -> Answer {
  visit.trade { draft, item throws(RuleRefusal) in
    try draft.buying(item)
  } outcome: { item, draft in
    "\(item.name) bought: \(draft.goldLeft) gp left."
  }
}

private func giveBack(_ visit: inout Visit) -> Answer {
  visit.trade { draft, item throws(RuleRefusal) in
    try draft.returning(item)
  } outcome: { item, draft in
    "\(item.name) returned for \(item.cost) gp: \(draft.goldLeft) gp left."
  }
}

private func surpriseKit(_ visit: inout Visit) -> Answer {
  visit.work(on: .equipment) { table, visit throws(Problem) in
    let next = table.draft.surprising(.equipment, using: &visit.random)
    let aisle = ShopView(visit, shelf: table.shelf).turned(to: .inventory)
    table.shelf = .inventory
    table.take(
      next, at: .equipment, "A kit for \(next.goods.cost) gp: \(next.goldLeft) gp left.",
      using: &visit.random)
    return aisle.path
  }
}

extension Visit {
  /// Buys or returns what the form names, and goes on where one stood in the shop.
  fileprivate mutating func trade(
    _ move: (CharacterDraft, Item) throws(RuleRefusal) -> CharacterDraft,
    outcome: (Item, CharacterDraft) -> String
  ) -> Answer {
    work(on: .equipment) { table, visit throws(Problem) in
      guard let item = visit.form["item"].flatMap(Item.init(slug:)) else {
        throw Problem(RuleRefusal.unknownItem.sentence)
      }
      let draft = table.draft
      let next = try Problem.telling(item.slug) { () throws(RuleRefusal) in
        try move(draft, item)
      }
      let aisle = ShopView(visit, shelf: table.shelf)
      table.shelf = aisle.shelf
      table.take(next, at: .equipment, outcome(item, next), using: &visit.random)
      // So that the page does not jump to its top where no script keeps it still.
      return aisle.item == nil && next.goods[item] > 0 || aisle.shelf != .inventory
        ? "\(aisle.path)#\(item.slug)" : aisle.path
    }
  }
}
