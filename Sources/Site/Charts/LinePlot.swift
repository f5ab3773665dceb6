import Mustache

/// Draws a line in a box of 600 × 160, with a margin so that it isn't cut off.
package struct LinePlot<Value: PlotValue> {
  private let width = 600
  /// The range of the box.
  package let lowest, highest: Value

  package init(lowest: Value, highest: Value) {
    self.lowest = lowest
    self.highest = highest
  }

  /// Draws the points of a line, at places from 0 to `last`, which is above 0.
  package func draw(
    _ points: some Sequence<(place: Int, value: Value)>, upTo last: Int, in text: inout Pieces
  ) {
    var isFirst = true
    for point in points {
      text.append(
        point: point.place * width / last, height(of: point.value), isFirst: isFirst)
      isFirst = false
    }
  }

  /// Draws dots at the right end, side by side if they have the same height.
  ///
  /// They are lines of length 0 with round caps.
  package func draw(dots values: some Sequence<Value>, in path: inout Pieces) {
    for (y, distance) in piles(at: values.map(height), step: 24, room: width / 2) {
      path.append("M", width - 8 - distance)
      path.append(" ", y)
      path.append("h0")
    }
  }

  /// Returns the distance of a value from the top.
  package func height(of value: Value) -> Int {
    highest == lowest ? 80 : 8 + (highest - value).part(of: highest - lowest, as: 144)
  }
}

/// A value that plots can show: a whole number, without fractions in between, or any.
package protocol PlotValue: Numeric, Comparable, Sendable {
  /// Returns the height of a value if `whole` has height `height`; rounded down.
  func part(of whole: Self, as height: Int) -> Int
}

extension Int: PlotValue {
  package func part(of whole: Int, as height: Int) -> Int { self * height / whole }
}

extension Double: PlotValue {
  package func part(of whole: Double, as height: Int) -> Int { Int(self * Double(height) / whole) }
}
