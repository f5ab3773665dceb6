import DiceLanguage
import Mustache

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
