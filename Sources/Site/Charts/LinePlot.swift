import Mustache

/// Draws a line in a box of 600 × 160, with a margin so that it isn't cut off.
struct LinePlot {
  static let width = 600
  /// What the box reaches from and to.
  let lowest, highest: Double

  /// The points of a line, at places from 0 to `last`, which is more than 0.
  func draw(
    _ points: some Sequence<(place: Int, value: Double)>, upTo last: Int, in text: inout Pieces
  ) {
    for (index, point) in points.enumerated() {
      if index > 0 { text.append(ascii: " ") }
      text.append(point.place * LinePlot.width / last)
      text.append(ascii: ",")
      text.append(height(of: point.value))
    }
  }

  /// The distance of a value from the top.
  func height(of value: Double) -> Int {
    highest == lowest ? 80 : 8 + Int((highest - value) * 144 / (highest - lowest))
  }
}
