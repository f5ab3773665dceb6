import Mustache

/// Draws the columns of a chart to one scale, side by side in a box as wide as they are together.
struct ColumnPlot {
  /// Of the box.
  static let height = 160
  /// Of a column with what is left free on either side of its bar.
  static let columnWidth = 10
  private static let gap = 1

  /// The value that the full height represents; more than 0.
  let most: Double

  /// A bar for each amount above 0; the smallest is seen too.
  func draw(bars amounts: some Sequence<Double>, in path: inout Pieces) {
    for (index, amount) in amounts.enumerated() where amount > 0 {
      path.append("M", index * ColumnPlot.columnWidth + ColumnPlot.gap)
      path.append(" ", ColumnPlot.height)
      path.append("V", min(top(of: amount), ColumnPlot.height - 1))
      path.append("h", ColumnPlot.columnWidth - 2 * ColumnPlot.gap)
      path.append("V", ColumnPlot.height)
      path.append("z")
    }
  }

  /// A line over the columns in steps as high as the amounts, which begins and ends at the ground.
  func draw(steps amounts: some Sequence<Double>, in path: inout Pieces) {
    path.append("M0 ", ColumnPlot.height)
    for amount in amounts {
      path.append("V", top(of: amount))
      path.append("h", ColumnPlot.columnWidth)
    }
    path.append("V", ColumnPlot.height)
  }

  /// Dots at places such as 2.5, between the third column and the fourth; those at one place stand
  /// below each other, for a line of no length with round caps.
  func draw(dots places: some Sequence<Double>, in path: inout Pieces) {
    for (x, distance) in piles(at: places.map(ColumnPlot.middle), step: 12, room: 144) {
      path.append("M", x)
      path.append(" ", 8 + distance)
      path.append("h0")
    }
  }

  /// From the left, of the column at a place.
  static func middle(of place: Double) -> Int {
    Int(((place + 0.5) * Double(columnWidth)).rounded())
  }

  /// The outline of a band that reaches in each column from one amount up to another.
  func draw(
    band ranges: some BidirectionalCollection<ClosedRange<Double>>, in path: inout Pieces
  ) {
    path.append("M0 ", ColumnPlot.height)
    for range in ranges {
      path.append("V", top(of: range.upperBound))
      path.append("h", ColumnPlot.columnWidth)
    }
    for range in ranges.reversed() {
      path.append("V", top(of: range.lowerBound))
      path.append("h-", ColumnPlot.columnWidth)
    }
    path.append("z")
  }

  /// The distance of an amount from the top.
  private func top(of amount: Double) -> Int {
    let height = Double(ColumnPlot.height)
    return Int((height - amount / most * height).rounded())
  }
}

extension Pieces {
  /// A command of SVG's path language, or a blank, and a number.
  mutating func append(_ command: String, _ number: Int) {
    append(command)
    append(number)
  }
}

/// Where dots stand that would cover each other: at a distance from their place of `step` from one
/// to the next, or of less where the largest pile would need more than `room`.
func piles(at places: [Int], step: Int, room: Int) -> [(place: Int, distance: Int)] {
  var sizes: [Int: Int] = [:]
  let before = places.map { place in
    defer { sizes[place, default: 0] += 1 }
    return sizes[place, default: 0]
  }
  let steps = max(1, (sizes.values.max() ?? 1) - 1)
  let length = min(step * steps, room)
  return zip(places, before).map { ($0, $1 * length / steps) }
}

/// Whether there is room for a name under a chart's column.
func isMarked(_ column: Int, of count: Int) -> Bool {
  count <= 12 || column.isMultiple(of: (count + 5) / 6)
}
