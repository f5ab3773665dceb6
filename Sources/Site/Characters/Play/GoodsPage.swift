import Games
import Mustache
import Web

/// What a character owns: bought, sold, found and lost in place, with coins and other things.
struct GoodsPage: EntryPage {
  static let templates = ["characters/goods"]
  static let tab = OpenCharacter.Tab.equipment
  let layout: EntryLayout<OpenCharacter>

  init(_ layout: EntryLayout<OpenCharacter>, in _: Visit) { self.layout = layout }

  static func declare(_ field: inout Fields<GoodsPage>) {
    field("layout") { $0.layout }
    field("load") { RecordSheet($0.character).weight.value.groupedText }
    field("pace") { RecordSheet($0.character).movement.base }
    field("goods") { page in
      page.character.goods.entries.map { OwnedItem($0.item, page.character, page.layout) }
    }
    field("isEmpty") { $0.character.goods.isEmpty }
    field("shelves") { page in
      Item.Category.allCases.map {
        Shelf(category: $0, character: page.character, chosen: page.layout.problem?.form?["item"])
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
    field("kinds") { page in
      let chosen = page.layout.problem?.form?["coin"] ?? Coin.gold.id
      return Coin.allCases.map {
        ChoiceWord(value: $0.id, words: $0.name, isChosen: $0.id == chosen)
      }
    }
    field("amount") { $0.layout.text("amount", "") }
    field("amountWrong") { $0.layout.wrong("amount") }
    field("coinWrong") { $0.layout.wrong("coin") }
    field("things") { page in
      page.character.record.otherThings.enumerated().map { OwnedThing(place: $0, thing: $1) }
    }
    field("hasThings") { !$0.character.record.otherThings.isEmpty }
    field("thing") { $0.layout.text("thing", "") }
    field("weight") { $0.layout.text("weight", "0") }
    field("thingWrong") { $0.layout.wrong("thing") }
    field("mostWeight") { _ in PlayRecord.thingWeights.upperBound }
    field("weightWrong") { $0.layout.wrong("weight") }
    field("longestThing") { _ in PlayRecord.longestThing }
  }
}

/// An item that is owned.
private struct OwnedItem: Fielded {
  let item: Item
  let count: Int
  let shots: String?
  let wrong: String?
  let price: String

  init(_ item: Item, _ character: PlayerCharacter, _ layout: EntryLayout<OpenCharacter>) {
    self.item = item
    count = character.goods[item]
    wrong = layout.wrong("own-\(item.slug)")
    let isSent = layout.problem?.form?["item"] == item.slug
    price = isSent ? layout.text("price", "") : ""
    if case .ammunition(let shot) = item {
      // What is bought one by one is counted already.
      shots = shot.record.count > 1 ? shot.shotsText(character.shots(shot)) : nil
    } else {
      shots = nil
    }
  }

  static func declare(_ field: inout Fields<OwnedItem>) {
    field("name") { $0.item.name }
    field("slug") { $0.item.slug }
    field("picture") { $0.item.id }
    field("count") { $0.count }
    field("isSeveral") { $0.count > 1 }
    field("shots") { $0.shots }
    field("price") { $0.price }
    field("wrong") { $0.wrong }
  }
}

/// What one of the shops sells that the character may have.
private struct Shelf: Fielded {
  let category: Item.Category
  let character: PlayerCharacter
  let chosen: String?

  static func declare(_ field: inout Fields<Shelf>) {
    field("name") { $0.category.name }
    field("choices") { shelf in
      shelf.category.items.filter { shelf.character.characterClass.allows($0) }.map {
        ChoiceWord(
          value: $0.slug, words: "\($0.name), \($0.costText)", isChosen: $0.slug == shelf.chosen)
      }
    }
  }
}

/// Something that no shop sells.
private struct OwnedThing: Fielded {
  let place: Int
  let thing: OtherThing

  static func declare(_ field: inout Fields<OwnedThing>) {
    field("place") { $0.place }
    field("name") { $0.thing.name }
    field("weight") { $0.thing.weight > 0 ? $0.thing.weight.counted("coin", "coins") : nil }
  }
}

extension GoodsPage {
  static let routes: [Route] = [
    show,
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
    change("add", .coins, blaming: coinField) { character, visit throws(RuleRefusal) in
      let (coin, count) = try visit.form.coins()
      return try character.receiving(count, of: coin)
    },
    change("take", .coins, blaming: coinField) { character, visit throws(RuleRefusal) in
      let (coin, count) = try visit.form.coins()
      return try character.spending(count, of: coin)
    },
    change("note", .thing, blaming: thingField) { character, visit throws(RuleRefusal) in
      guard let weight = visit.form.whole("weight") else {
        throw .outOfRange(PlayRecord.thingWeights, of: .weight)
      }
      return try character.noting(OtherThing(visit.form["thing"] ?? "", weight: weight))
    },
    change("strike", .thing) { character, visit in
      character.strikingOut(otherThingAt: visit.form.whole("place") ?? -1)
    },
  ]

  /// A trade; what is wrong stands where its form is.
  private static func trade(
    _ name: String, _ kind: CharacterChange.Kind,
    _ move: @escaping @Sendable (PlayerCharacter, Trade) throws(RuleRefusal) -> PlayerCharacter
  ) -> Route {
    change(name, kind, blaming: { refusal, form in
      if kind == .sold || kind == .lost {
        return form["item"].flatMap(Item.init(slug:)).map { "own-\($0.slug)" }
      }
      return refusal.isAboutCount ? "goods-count" : "goods-item"
    }) { character, visit throws(RuleRefusal) in
      try move(character, try Trade(visit.form))
    }
  }

  @Sendable private static func coinField(_ refusal: RuleRefusal, _: Form) -> String? {
    if case .unknownCoin = refusal { "coin" } else { "amount" }
  }

  @Sendable private static func thingField(_ refusal: RuleRefusal, _: Form) -> String? {
    if case .outOfRange(_, of: .weight) = refusal { "weight" } else { "thing" }
  }
}

/// What a form trades.
private struct Trade {
  let item: Item
  let count: Int
  /// `nil` if none can be read.
  let price: Int?

  init(_ form: Form) throws(RuleRefusal) {
    guard let item = form["item"].flatMap(Item.init(slug:)) else { throw .unknownItem }
    guard let count = form.whole("count") else {
      throw .outOfRange(PlayerCharacter.tradeCounts, of: .count)
    }
    self.item = item
    self.count = count
    price = form.whole("price")
  }
}

extension Form {
  fileprivate func coins() throws(RuleRefusal) -> (Coin, Int) {
    guard let coin = self["coin"].flatMap(Coin.init(id:)) else { throw .unknownCoin }
    guard let count = whole("amount") else {
      throw .outOfRange(Coins.rangeInPlay, of: .coins(coin))
    }
    return (coin, count)
  }
}

extension RuleRefusal {
  fileprivate var isAboutCount: Bool {
    switch self {
    case .outOfRange(_, of: .count), .tooMany: true
    default: false
    }
  }
}
