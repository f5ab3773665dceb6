import Mustache

/// Draws the columns of a chart to one scale, side by side in a box of their total width.
package struct ColumnPlot {
  /// The height of the box.
  package static let height = 160
  /// The width of a column, including the space on either side of its bar.
  package static let columnWidth = 10
  private static let gap = 1

  /// The value of the full height, above 0.
  let most: Double

  package init(most: Double) { self.most = most }

  /// Draws a bar for each amount above 0; even the smallest is visible.
  package func draw(bars amounts: some Sequence<Double>, in path: inout Pieces) {
    for (index, amount) in amounts.enumerated() where amount > 0 {
      path.append("M", index * ColumnPlot.columnWidth + ColumnPlot.gap)
      path.append(" ", ColumnPlot.height)
      path.append("V", min(top(of: amount), ColumnPlot.height - 1))
      path.append("h", ColumnPlot.columnWidth - 2 * ColumnPlot.gap)
      path.append("V", ColumnPlot.height)
      path.append("z")
    }
  }

  /// Draws a line in steps over the columns, which begins and ends at the ground.
  package func draw(steps amounts: some Sequence<Double>, in path: inout Pieces) {
    path.append("M0 ", ColumnPlot.height)
    for amount in amounts {
      path.append("V", top(of: amount))
      path.append("h", ColumnPlot.columnWidth)
    }
    path.append("V", ColumnPlot.height)
  }

  /// Draws dots at places such as 2.5, between the third and fourth column.
  ///
  /// Those at one place are below each other; they are lines of length 0 with round caps.
  package func draw(dots places: some Sequence<Double>, in path: inout Pieces) {
    for (x, distance) in piles(at: places.map(ColumnPlot.middle), step: 12, room: 144) {
      path.append("M", x)
      path.append(" ", 8 + distance)
      path.append("h0")
    }
  }

  /// Returns the middle of the column at a place, from the left.
  package static func middle(of place: Double) -> Int {
    Int(((place + 0.5) * Double(columnWidth)).rounded())
  }

  /// Draws the outline of a band between two amounts in each column.
  package func draw(
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

  /// Returns the distance of an amount from the top.
  private func top(of amount: Double) -> Int {
    let height = Double(ColumnPlot.height)
    return Int((height - amount / most * height).rounded())
  }
}

extension Pieces {
  /// Appends a command of SVG's path language, or a space, and a number.
  package mutating func append(_ command: String, _ number: Int) {
    append(command)
    append(number)
  }
}

/// Returns where dots are placed so that they don't cover each other.
///
/// Each is `step` further from its place than the previous one, or less if the largest pile would
/// need more than `room`.
package func piles(at places: [Int], step: Int, room: Int) -> [(place: Int, distance: Int)] {
  var sizes: [Int: Int] = [:]
  let before = places.map { place in
    defer { sizes[place, default: 0] += 1 }
    return sizes[place, default: 0]
  }
  let steps = max(1, (sizes.values.max() ?? 1) - 1)
  let length = min(step * steps, room)
  return zip(places, before).map { ($0, $1 * length / steps) }
}

/// Returns whether there is room for a label under a chart's column.
package func isMarked(_ column: Int, of count: Int) -> Bool {
  count <= 12 || column.isMultiple(of: (count + 5) / 6)
}
