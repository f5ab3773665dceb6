import Games
import Mustache
import Site
import Web

/// The page of a character's goods, where they are bought, sold, found and lost.
struct GoodsPage: EntryPage {
  static let templates = ["characters/goods"]
  static let tab = OpenCharacter.Tab.equipment
  let layout: EntryLayout<OpenCharacter>

  init(_ layout: EntryLayout<OpenCharacter>, in _: Visit) { self.layout = layout }

  static func declare(_ field: inout Fields<GoodsPage>) {
    field("layout") { $0.layout }
    field("load") { SheetValue.plain("Load in coins", RecordSheet($0.character).weight) }
    field("pace") { RecordSheet($0.character).exploringValue }
    field.rows("goods", { $0.character.belongings.entries }) { row in
      row("name") { $0.item.name }
      row("slug") { $0.item.slug }
      row("picture") { $0.item.id }
      row("count") { $0.count }
      row("isSeveral") { $0.count > 1 }
      row("most") { $1.character[pieces: $0.item] }
      row("asksCount") { $1.character[pieces: $0.item] > 1 }
      row("pieces") { $1.character.piecesText(of: $0.item) }
      row("isUsedUp") { if case .gear(let gear) = $0.item { gear.pieces != nil } else { false } }
      row("worn") { $1.character.wornText(of: $0.item) }
      row("toWear") { $1.character.canWear($0.item) ? Item?.some($0.item).wearingName : nil }
      row("price") { $1.layout.text("price", "", ofForm: "item", $0.item.slug) }
      row("wrong") { $1.layout.wrong("own-\($0.item.slug)") }
    }
    field.rows("shelves", { _ in Item.Category.allCases }) { shelf in
      shelf("name") { $0.name }
      shelf("choices") { category, page in
        let chosen = page.layout.problem?.form?["item"]
        return category.items.filter(page.character.characterClass.allows).map {
          ChoiceWord(
            value: $0.slug, words: "\($0.name), \($0.costText)", isChosen: $0.slug == chosen)
        }
      }
    }
    field("itemWrong") { $0.layout.wrong("goods-item") }
    field("countWrong") { $0.layout.wrong("goods-count") }
    field("count") { $0.layout.text("count", "1") }
    field("mostOfOne") { _ in Goods.mostOfOne }
    field("coins") { page in
      Coin.allCases.map { coin in
        Fact(label: coin.name, value: page.character.coins[coin].groupedText)
      }
    }
    field.input("amount", value: { _ in "" }, in: { $0.layout.problem }, longest: 20)
    field.input(
      "coin", value: { _ in Coin.gold.id }, in: { $0.layout.problem },
      choices: { _ in Coin.allCases.map { ($0.id, $0.name) } })
    field("things") { $0.character.things }
    field.input(
      "kind", value: { _ in "" }, in: { $0.layout.problem },
      choices: { _ in [("", "Nothing special")] + OtherThing.Kind.all.map { ($0.id, $0.name) } })
    field.input(
      "attack", value: { _ in 0 }, in: { $0.layout.problem }, choices: { _ in bonuses })
    field.input(
      "armourClass", value: { _ in 0 }, in: { $0.layout.problem }, choices: { _ in bonuses })
    field.input(
      "saves", value: { _ in 0 }, in: { $0.layout.problem }, choices: { _ in bonuses })
    field.input(
      "charges", value: { _ in "" }, in: { $0.layout.problem },
      limits: { _ in OtherThing.chargeCounts })
    field.input(
      "thing", value: { _ in "" }, in: { $0.layout.problem }, longest: 2 * PlayRecord.longestThing)
    field.input(
      "weight", value: { _ in 0 }, in: { $0.layout.problem },
      limits: { _ in PlayRecord.thingWeights })
    field("longestThing") { _ in PlayRecord.longestThing }
  }

  /// The bonuses to choose from, as phones' number keys may lack a minus.
  private static let bonuses = OtherThing.Bonus.range.map { ("\($0)", $0.modifierText) }

  static let routes: [Route] = [
    show, undo,
    trade("buy", .bought) { character, trade throws(RuleRefusal) in
      try character.buying(trade.item, count: trade.count)
    },
    trade("find", .found) { character, trade throws(RuleRefusal) in
      try character.finding(trade.item, count: trade.count)
    },
    trade("sell", .sold) { character, trade throws(RuleRefusal) in
      guard let price = trade.price else { throw .outOfRange(PlayerCharacter.prices, of: .price) }
      return try character.selling(trade.item, count: trade.count, for: price)
    },
    trade("lose", .lost) { character, trade throws(RuleRefusal) in
      try character.losing(trade.item, count: trade.count)
    },
    change("use", .used, blaming: ownField, useOne),
    change("wear", .worn, blaming: ownField, wear),
    change("away", .worn, blaming: ownField, putAway),
    change("charge", .used, useCharge),
    change("add", .coins, blaming: coinField) { character, visit throws(RuleRefusal) in
      let (coin, count) = try visit.form.coins()
      return try character.receiving(count, of: coin)
    },
    change("take", .coins, blaming: coinField) { character, visit throws(RuleRefusal) in
      let (coin, count) = try visit.form.coins()
      return try character.spending(count, of: coin)
    },
    change("note", .thing, blaming: thingField) { character, visit throws(RuleRefusal) in
      try character.noting(visit.form.thing())
    },
    change("strike", .thing) { character, visit in
      character.strikingOut(otherThingAt: visit.form.whole("place") ?? -1)
    },
  ]

  /// Puts on, or takes in hand, the item that the form names.
  @Sendable static func wear(
    _ character: PlayerCharacter, _ visit: inout Visit
  ) throws(RuleRefusal) -> PlayerCharacter {
    if let place = visit.form.whole("place") { return try character.wearing(thingAt: place) }
    return try character.wearing(visit.form.item())
  }

  @Sendable static func putAway(
    _ character: PlayerCharacter, _ visit: inout Visit
  ) throws(RuleRefusal) -> PlayerCharacter {
    if let place = visit.form.whole("place") { return try character.puttingAway(thingAt: place) }
    return try character.puttingAway(visit.form.item())
  }

  @Sendable static func useCharge(
    _ character: PlayerCharacter, _ visit: inout Visit
  ) throws(RuleRefusal) -> PlayerCharacter {
    try character.usingCharge(ofThingAt: visit.form.whole("place") ?? -1)
  }

  /// Uses up one piece of the item that the form names.
  @Sendable static func useOne(
    _ character: PlayerCharacter, _ visit: inout Visit
  ) throws(RuleRefusal) -> PlayerCharacter {
    let item = try visit.form.item()
    guard case .gear(let gear) = item, gear.pieces != nil else { throw .unknownItem }
    return try character.losing(item)
  }

  /// Returns the route of a trade, which reports a refusal at the form that sent it.
  private static func trade(
    _ name: String, _ kind: CharacterChange.Kind,
    _ move: @escaping @Sendable (PlayerCharacter, Trade) throws(RuleRefusal) -> PlayerCharacter
  ) -> Route {
    change(
      name, kind,
      blaming: { refusal, form in
        if kind == .sold || kind == .lost { return ownField(refusal, form) }
        return refusal.isAboutCount ? "goods-count" : "goods-item"
      }
    ) { character, visit throws(RuleRefusal) in
      try move(character, try Trade(visit.form))
    }
  }

  @Sendable private static func ownField(_: RuleRefusal, _ form: Form) -> String? {
    form["item"].flatMap(Item.init(slug:)).map { "own-\($0.slug)" }
  }

  @Sendable private static func coinField(_ refusal: RuleRefusal, _: Form) -> String? {
    if case .unknownCoin = refusal { "coin" } else { "amount" }
  }

  @Sendable private static func thingField(_ refusal: RuleRefusal, _: Form) -> String? {
    switch refusal {
    case .outOfRange(_, of: .weight): "weight"
    case .outOfRange(_, of: .charges): "charges"
    case .thingUnknown: "kind"
    default: "thing"
    }
  }
}

extension PlayerCharacter {
  /// Returns the shots or pieces in all bundles; `nil` for items that are sold singly.
  fileprivate func piecesText(of item: Item) -> String? {
    switch item {
    case .ammunition(let shot) where shot.record.count > 1: shot.shotsText(shots(shot))
    case .gear(let gear) where gear.pieces ?? 1 > 1: gear.piecesText(self[pieces: item])
    default: nil
    }
  }

  /// Returns whether the character can put on an item or take it in hand.
  func canWear(_ item: Item) -> Bool {
    (try? wearing(item)).map { $0 != self } ?? false
  }

  /// Returns `worn` or `2 in hand`; `nil` if it is neither.
  fileprivate func wornText(of item: Item) -> String? {
    let count = worn(item)
    guard count > 0 else { return nil }
    return count > 1 ? "\(count) in hand" : Item?.some(item).wornName
  }
}

/// The trade in a form.
private struct Trade {
  let item: Item
  let count: Int
  /// The price; `nil` if it can't be read.
  let price: Int?

  init(_ form: Form) throws(RuleRefusal) {
    let item = try form.item()
    guard let count = form.whole("count") else {
      throw .outOfRange(PlayerCharacter.tradeCounts, of: .count)
    }
    self.item = item
    self.count = count
    price = form.whole("price")
  }
}

extension Form {
  /// Reads the item that it names.
  func item() throws(RuleRefusal) -> Item {
    guard let item = self["item"].flatMap(Item.init(slug:)) else { throw .unknownItem }
    return item
  }

  /// Reads a thing that no shop sells.
  fileprivate func thing() throws(RuleRefusal) -> OtherThing {
    guard let weight = whole("weight") else {
      throw .outOfRange(PlayRecord.thingWeights, of: .weight)
    }
    let id = self["kind"] ?? ""
    var thing = OtherThing(self["thing"] ?? "", weight: weight, kind: OtherThing.Kind(id: id))
    guard id.isEmpty || thing.kind != nil else { throw .thingUnknown }
    for bonus in OtherThing.Bonus.allCases {
      guard let number = number(bonus.id, or: 0) else {
        throw .outOfRange(OtherThing.Bonus.range, of: .bonus)
      }
      thing[bonus] = number
    }
    if self["charges"]?.isEmpty == false {
      guard let charges = whole("charges") else {
        throw .outOfRange(OtherThing.chargeCounts, of: .charges)
      }
      thing.charges = charges
    }
    return thing
  }

  /// Reads a whole number; returns `standIn` for an empty field, `nil` for anything else.
  private func number(_ name: String, or standIn: Int) -> Int? {
    self[name].map(\.isEmpty) ?? true ? standIn : whole(name)
  }

  fileprivate func coins() throws(RuleRefusal) -> (Coin, Int) {
    guard let coin = self["coin"].flatMap(Coin.init(id:)) else { throw .unknownCoin }
    guard let count = whole("amount") else {
      throw .outOfRange(Coins.rangeInPlay, of: .coins(coin))
    }
    return (coin, count)
  }
}
