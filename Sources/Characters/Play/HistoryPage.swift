import Games
import Mustache
import Site
import Web

/// A character's changes, newest first, each of which can be undone once.
struct HistoryPage: EntryPage {
  static let templates = ["characters/history"]
  static let tab = OpenCharacter.Tab.history
  let layout: EntryLayout<OpenCharacter>
  private let recorded: RecordedCharacter

  init(_ layout: EntryLayout<OpenCharacter>, in _: Visit) {
    self.layout = layout
    recorded = layout.open.kept.recorded
  }

  static func declare(_ field: inout Fields<HistoryPage>) {
    field("layout") { $0.layout }
    field.rows("changes", { $0.recorded.story }) { row in
      row("number") { $0.change.number }
      row("moment") { Moment(seconds: max(0, $0.change.moment)).iso }
      row("day") { Moment(seconds: max(0, $0.change.moment)).date }
      row("clock") { Moment(seconds: max(0, $0.change.moment)).clock }
      row("words") { $0.change.kind.sentence(from: $0.change.before, to: $0.after) }
      row("isGameMasters") { $1.layout.open.kept.isGameMasters($0.change.number) }
      row("isUndone") { $1.recorded.isUndone($0.change) }
    }
    field("most") { _ in RecordedCharacter.mostChanges }
  }

  static let routes: [Route] = [show, undo]
}

extension CharacterChange.Kind {
  /// The names of the change and of its undo, each as the start of a line.
  private var names: (done: String, undone: String) {
    switch self {
    case .told: ("Edited", "Edit")
    case .bought: ("Bought", "Purchase")
    case .sold: ("Sold", "Sale")
    case .found: ("Found", "Find")
    case .lost: ("Lost", "Loss")
    case .coins: ("Coins", "Coin change")
    case .thing: ("Other things", "Item change")
    case .learned: ("Learned", "New spell")
    case .forgot: ("Taken out of the book", "Spell removal")
    case .prepared: ("Prepared", "Spell preparation")
    case .cast: ("Cast", "Casting")
    case .rested: ("New day", "New day")
    case .experience: ("Award", "Award")
    case .rose: ("Level up", "Level-up")
    case .drained: ("Level drained", "Level drain")
    case .started: ("Started higher", "Higher start")
    case .hitPoints: ("Hit points", "Hit point change")
    case .conditions: ("Conditions", "Condition change")
    case .shot: ("Ammunition", "Ammunition change")
    case .used: ("Used", "Use")
    case .lit: ("Lit", "Light")
    case .turned: ("Turn", "Turn")
    case .worn: ("Gear in use", "Gear change")
    }
  }

  /// Returns the change in one line: `Bought: 2 × Rope (50 ft); gold pieces 30 → 28`.
  func sentence(from before: PlayerCharacter, to after: PlayerCharacter) -> String {
    let change = after.hitPointsNow - before.hitPointsNow
    if self == .hitPoints, change != 0 {
      return """
        \(change < 0 ? "Lost" : "Healed") \(abs(change).counted("hit point", "hit points")): \
        \(after.hitPointsNow) of \(after.hitPoints)
        """
    }
    if self == .turned { return after.clock.sentence(after: before.clock) }
    let parts = ChangeWords(kind: self, before: before, after: after).all
    return """
      \(names.done): \(parts.isEmpty ? "nothing changed" : parts.joined(separator: "; "))
      """
  }

  /// Returns what an undo restored, in one line: `Level drain undone: level 2 again`.
  func undoSentence(from before: PlayerCharacter, to after: PlayerCharacter) -> String {
    let parts = ChangeWords(kind: self, before: before, after: after, isUndo: true).all
    return "\(names.undone) undone\(parts.isEmpty ? "" : ": ")\(parts.joined(separator: "; "))"
  }
}

/// The differences that a change made to a character, in a few words each.
private struct ChangeWords {
  let kind: CharacterChange.Kind
  let before: PlayerCharacter
  let after: PlayerCharacter
  /// Whether it is an undo, of which only the restored state is told.
  var isUndo = false

  var all: [String] { texts + numbers + lit + goods + worn + spells + lists }

  private var texts: [String] {
    [
      shift("name", before.name.isolated, after.name.isolated),
      shift("title", before.title.isolated, after.title.isolated),
      before.biography == after.biography ? nil : "biography rewritten",
      shift("alignment", before.alignment.name, after.alignment.name),
    ].compactMap(\.self)
  }

  private var numbers: [String] {
    [
      shift("level", before.level, after.level),
      shift("maximum hit points", before.hitPoints, after.hitPoints),
      shift("current hit points", before.hitPointsNow, after.hitPointsNow),
      shift("experience", before.experience, after.experience),
      shift("turn", before.clock.turns, after.clock.turns),
    ].compactMap(\.self)
  }

  private var goods: [String] {
    let (old, new) = (before.belongings, after.belongings)
    let items = Item.all.compactMap { item -> String? in
      let change = new[item] - old[item]
      if case .ammunition(let shot) = item, before.shots(shot) != after.shots(shot) {
        return shift(shot.shotName, before.shots(shot), after.shots(shot))
      }
      if case .gear(let gear) = item, let names = gear.pieceNames,
        [.used, .lost, .sold, .lit].contains(kind)
      {
        return shift(names.many, before[pieces: item], after[pieces: item])
      }
      guard change != 0 else { return nil }
      let count = abs(change)
      return (change < 0 ? "\u{2212}" : "+") + (count > 1 ? "\(count) × \(item.name)" : item.name)
    }
    let coins = Coin.allCases.compactMap { coin in
      shift(coin.name.lowercased(), before.coins[coin], after.coins[coin])
    }
    return items + coins
  }

  private var lit: [String] {
    guard kind == .lit, !isUndo, let flame = after.clock.flames.last else { return [] }
    return ["\(flame.light.name.lowercased()) for \(flame.left) turns"]
  }

  /// What was put on or away; trades say so themselves.
  private var worn: [String] {
    guard kind == .worn else { return [] }
    return signed(before.outfit, after.outfit)
      + [
        shift(
          "armour class", RecordSheet(before).armourClassText, RecordSheet(after).armourClassText)
      ].compactMap(\.self)
  }

  private var spells: [String] {
    let book = signed(before.spellBook.map(\.name), after.spellBook.map(\.name))
    let (old, new) = (before.record.prepared, after.record.prepared)
    guard old != new else { return book }
    guard old.map(\.spell) == new.map(\.spell) else {
      let names = new.map(\.spell.name).joined(separator: ", ")
      guard kind != .prepared else { return book + [new.isEmpty ? "nothing" : names] }
      return book + [new.isEmpty ? "nothing prepared" : "prepared: \(names)"]
    }
    let cast = zip(old, new).filter { !$0.isCast && $1.isCast }.map(\.1.spell.name)
    return book + (cast.isEmpty ? ["all spells back"] : [cast.joined(separator: ", ")])
  }

  private var lists: [String] {
    signed(before.additionalLanguages.map(\.name), after.additionalLanguages.map(\.name))
      + signed(before.record.conditions, after.record.conditions)
      + signed(before.record.otherThings.map(\.name), after.record.otherThings.map(\.name))
      + charges
  }

  private var charges: [String] {
    let (old, new) = (before.record.otherThings, after.record.otherThings)
    guard old.map(\.name) == new.map(\.name) else { return [] }
    return zip(old, new).compactMap { old, new in
      shift("charges of \(new.name.isolated)", old.charges ?? 0, new.charges ?? 0)
    }
  }

  private func shift(_ name: String, _ old: Int, _ new: Int) -> String? {
    shift(name, old.groupedText, new.groupedText)
  }

  private func shift(_ name: String, _ old: String, _ new: String) -> String? {
    guard old != new else { return nil }
    let (old, new) = (old.isEmpty ? "none" : old, new.isEmpty ? "none" : new)
    return isUndo ? "\(name) \(new) again" : "\(name) \(old) → \(new)"
  }

  /// Lists additions with a plus and removals with a minus.
  private func signed(_ old: [String], _ new: [String]) -> [String] {
    new.filter { !old.contains($0) }.map { "+\($0.isolated)" }
      + old.filter { !new.contains($0) }.map { "\u{2212}\($0.isolated)" }
  }
}

extension PlayerCharacter {
  /// The names of everything worn and in hand.
  fileprivate var outfit: [String] {
    Item.all.filter { worn($0) > 0 }.map { item in
      let count = worn(item)
      return count > 1 ? "\(count) × \(item.name)" : item.name
    } + wornThings.map(\.name)
  }
}

extension Clock {
  /// Returns what happened in a turn: `Turn 6: 2 torches went out, it’s dark. Check for …`.
  fileprivate func sentence(after earlier: Clock) -> String {
    let out = Light.allCases.compactMap { light in
      light.text(count: earlier.flames.count { $0.light == light && $0.left == 1 })
    }
    let news = [
      sinceRest == 0 ? "rested" : nil,
      out.isEmpty ? nil : "\(out.listed("and")) went out",
      turns > 0 && flames.isEmpty && !earlier.flames.isEmpty ? "it’s dark" : nil,
    ].compactMap(\.self)
    return
      (["Turn \(turns)" + (news.isEmpty ? "" : ": \(news.joined(separator: ", "))")]
      + [
        callsForMonsters ? "Check for wandering monsters: 1 in 6" : nil,
        sinceRest == Clock.turnsBeforeRest
          ? "Rest next turn, or take \u{2212}1 to attacks and damage until you do" : nil,
      ].compactMap(\.self)).joined(separator: ". ")
  }
}

extension Clock.Light {
  /// Returns lights in words: `a torch`, `2 torches`, `the lantern`; `nil` for none.
  fileprivate func text(count: Int) -> String? {
    let (one, many) =
      switch self {
      case .torch: ("a torch", "torches")
      case .lantern: ("the lantern", "lanterns")
      }
    return count > 1 ? "\(count) \(many)" : count == 1 ? one : nil
  }
}

extension TableTurn {
  /// The kind of change in a character's history.
  var kind: CharacterChange.Kind {
    switch self {
    case .hurt, .healed: .hitPoints
    case .suffering, .rid: .conditions
    }
  }
}
