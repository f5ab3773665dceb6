import DiceLanguage
import Games
import Mustache

/// An expression's last roll as the page shows it: its dice, or the count of each face.
struct RollView: Fielded {
  private let record: RollRecord
  private let rounds: [RoundView]
  /// The words on all dice that are kept.
  private let words: [DieWords]
  /// The totals of groups that are kept.
  private let totals: [DieWords]
  private let count, totalCount: Int

  init(_ record: RollRecord, _ detail: RollDetail) {
    self.record = record
    count = detail.count
    totalCount = detail.memberCount
    words = detail.rounds.flatMap(\.terms).flatMap { term in
      let words = term.words
      return term.dice.map { DieWords(die: $0, term: term, words) }
    }
    totals = detail.rounds.flatMap(\.members).map { DieWords(member: $0) }
    let isLarge = record.faces != nil
    rounds =
      isLarge && detail.rounds.count == 1
      ? [] : detail.rounds.map { RoundView($0, of: detail.rounds.count, hasDice: !isLarge) }
  }

  static func declare(_ field: inout Fields<RollView>) {
    field("rounds") { $0.rounds }
    field("size") { $0.count > 24 ? "many" : $0.count > 8 ? "several" : "few" }
    field("total") { $0.record.total.withMinusSign }
    field("isRepeated") { $0.record.rounds.count > 1 }
    field.rows("faces", { $0.record.faceRows ?? [] }) { row in
      row("face") { $0.face }
      row("count") { $0.row.count.groupedText }
    }
    field("summary") {
      RollWords.summary(
        dice: $0.words.count, of: $0.count, totals: $0.totals.count, of: $0.totalCount)
    }
    field("words") { $0.words }
    field("totals") { $0.totals }
    field("hasWords") { !$0.words.isEmpty || !$0.totals.isEmpty }
  }
}

/// One of several rounds with its total and dice, or the only one.
private struct RoundView: Fielded {
  let terms: [TermView]
  let total: String
  /// Whether it has a total of its own.
  let isOneOfSeveral: Bool

  init(_ round: RollDetail.Round, of count: Int, hasDice: Bool) {
    terms = hasDice ? round.terms.filter { !$0.dice.isEmpty }.map(TermView.init) : []
    total = round.total.withMinusSign
    isOneOfSeveral = count > 1
  }

  static func declare(_ field: inout Fields<RoundView>) {
    field("terms") { $0.terms }
    field("total") { $0.isOneOfSeveral ? $0.total : nil }
  }
}

/// The dice of one term, with its remarks.
private struct TermView: Fielded {
  let dice: [DieView]
  let remark: String?

  init(_ term: RollDetail.Term) {
    let words = term.words
    dice = term.dice.map { DieView($0, of: term.die, words) }
    remark = term.remarks.isEmpty ? nil : term.remarks.map(\.isolated).joined(separator: ", ")
  }

  static func declare(_ field: inout Fields<TermView>) {
    field("dice") { $0.dice }
    field("remark") { $0.remark }
  }
}

/// A die that may have a history, drawn by the template.
private struct DieView: Fielded {
  private let die: RollDetail.Die
  /// The shape; `nil` for one that isn't in the set.
  private let type: DieType?
  /// The word on its face, if it isn't a number.
  private let word: String?

  init(_ die: RollDetail.Die, of name: String, _ words: WordList?) {
    self.die = die
    type = DieType(name: name)
    word = words?[die.value]
  }

  static func declare(_ field: inout Fields<DieView>) {
    field("words") { $0.words }
    field("word") { $0.word }
    field("value") { $0.die.value.signedText }
    field("glyph") { $0.isSix ? $0.die.value.dieGlyph : nil }
    field("isSix") { $0.isSix }
    field("shape") { $0.isSix ? nil : $0.type?.name }
    field("isPlain") { $0.word == nil && ($0.type == nil || $0.type == .d6 && !$0.isSix) }
    field("isDropped") { $0.die.isDropped }
    field("isLong") { $0.die.value.signedText.count > 3 }
    field("mark") { $0.mark }
  }

  private var isSix: Bool { type == .d6 && 1...6 ~= die.value }

  private var words: String {
    let value = word ?? (0...100 ~= die.value ? die.value.words : die.value.signedText)
    let states = die.events.compactMap(RollWords.state)
    return ([value] + states).joined(separator: ", ")
  }

  /// A sign on its corner.
  private var mark: String? {
    let events = die.events
    if events.contains(.of(.failed)) { return "✗" }
    if events.contains(.of(.counted)) { return "✓" }
    if events.contains(where: \.isExplosion) { return "!" }
    return events.contains(where: \.isReroll) ? "↻" : nil
  }
}

extension RollDetail.Event {
  fileprivate var isExplosion: Bool {
    switch self {
    case .of(.exploded), .of(.compounded): true
    default: false
    }
  }

  fileprivate var isReroll: Bool {
    switch self {
    case .of(.rerolled), .of(.settled), .of(.added): true
    default: false
    }
  }
}

/// What happened to a die or a group's total: `d6: rolled 6, exploded`.
private struct DieWords: Fielded {
  let name: String
  let text: String
  let isDropped: Bool

  init(die: RollDetail.Die, term: RollDetail.Term, _ words: WordList?) {
    name = term.die
    let events = die.events.map { RollWords.event($0, words) }
    // Only the final state of many dice is kept.
    let starts = die.events.contains { if case .of(.rolled) = $0 { true } else { false } }
    let value = words?[die.value]?.isolated ?? die.value.signedText
    text = ((starts ? [] : [value]) + events).joined(separator: ", ")
    isDropped = die.isDropped
  }

  init(member: RollDetail.Member) {
    name = RollWords.totalInBraces
    text = ([member.total.withMinusSign] + RollWords.states(of: member)).joined(separator: ", ")
    isDropped = member.isDropped
  }

  static func declare(_ field: inout Fields<DieWords>) {
    field("name") { $0.name }
    field("text") { $0.text }
    field("isDropped") { $0.isDropped }
  }
}

/// The likelihood of a total: in numbers, and among all totals as a row of columns.
struct RollOutlook: Fielded {
  /// The most columns, so that they can be told apart on a phone.
  private static let limit = 60

  /// The chances of exactly this, of this or more, and of this or less.
  let facts: [OddsFact]
  /// The chances of all totals; `nil` for a tally, which has no order.
  private let chances: RollOdds.Chances?
  /// The place of the total among all.
  private let place: Int

  init(_ facts: [OddsFact], at place: Int = 0, of chances: RollOdds.Chances? = nil) {
    self.facts = facts
    self.place = place
    self.chances = chances
  }

  static func declare(_ field: inout Fields<RollOutlook>) {
    field.rows("chances", { $0.facts }) { fact in
      fact("name") { $0.name }
      fact("fraction") { $0.chance.isRounded ? nil : $0.chance.text }
      fact("percent") { $0.chance.aside ?? $0.chance.text }
    }
    field.object("horizon", { $0.hasHorizon ? $0 : nil }) { outlook in
      outlook("width") { $0.shares.count * ColumnPlot.columnWidth }
      outlook("height") { _ in ColumnPlot.height }
      outlook.text("others") { outlook, path in
        outlook.plot.draw(bars: outlook.bars { $0 != outlook.place }, in: &path)
      }
      outlook.text("landed") { outlook, path in
        outlook.plot.draw(bars: outlook.bars { $0 == outlook.place }, in: &path)
      }
      outlook("lowest") { $0.chances?.distribution.minimum.signedText }
      outlook("highest") { $0.chances?.distribution.maximum.signedText }
    }
  }

  private var shares: [Double] { chances?.shares ?? [] }

  /// Whether there are columns, as totals aren't all equally likely.
  private var hasHorizon: Bool {
    3...RollOutlook.limit ~= shares.count && !shares.allSatisfy { $0 == shares[0] }
  }

  private var plot: ColumnPlot { ColumnPlot(most: shares.max() ?? 1) }

  private func bars(_ isDrawn: (Int) -> Bool) -> [Double] {
    shares.indices.map { isDrawn($0) ? shares[$0] : 0 }
  }
}
