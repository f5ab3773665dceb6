import Mustache

/// Draws a line in a box of 600 × 160, with a margin so that it isn't cut off.
struct LinePlot<Value: PlotValue> {
  private let width = 600
  /// What the box reaches from and to.
  let lowest, highest: Value

  /// The points of a line, at places from 0 to `last`, which is more than 0.
  func draw(
    _ points: some Sequence<(place: Int, value: Value)>, upTo last: Int, in text: inout Pieces
  ) {
    var isFirst = true
    for point in points {
      text.append(
        point: point.place * width / last, height(of: point.value), isFirst: isFirst)
      isFirst = false
    }
  }

  /// Dots at the right end, for a line of no length with round caps; those of one height stand
  /// beside each other.
  func draw(dots values: some Sequence<Value>, in path: inout Pieces) {
    for (y, distance) in piles(at: values.map(height), step: 24, room: width / 2) {
      path.append("M", width - 8 - distance)
      path.append(" ", y)
      path.append("h0")
    }
  }

  /// The distance of a value from the top.
  func height(of value: Value) -> Int {
    highest == lowest ? 80 : 8 + (highest - value).part(of: highest - lowest, as: 144)
  }
}

/// What a plot can show: whole numbers, which need no fractions on the way, or any.
protocol PlotValue: Numeric, Comparable, Sendable {
  /// So many of `whole`, if all of it is `height`; rounded down.
  func part(of whole: Self, as height: Int) -> Int
}

extension Int: PlotValue {
  func part(of whole: Int, as height: Int) -> Int { self * height / whole }
}

extension Double: PlotValue {
  func part(of whole: Double, as height: Int) -> Int { Int(self * Double(height) / whole) }
}
