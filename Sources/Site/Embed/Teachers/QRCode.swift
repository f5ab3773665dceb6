import Mustache

/// A text as a square of squares for cameras, without the blank margin around it (ISO/IEC 18004).
package struct QRCode: Sendable {
  /// In squares.
  let side: Int
  /// By rows, from the top left.
  private let isDark: [Bool]

  /// The blank margin that cameras need, in squares.
  static let margin = 4

  /// - Precondition: there are `side` times `side` squares.
  package init(side: Int, isDark: [Bool]) {
    precondition(isDark.count == side * side)
    self.side = side
    self.isDark = isDark
  }

  /// The dark squares in SVG's path language, those side by side as one stroke.
  var path: String {
    var path = ""
    for row in 0..<side {
      var column = 0
      while column < side {
        let start = column
        while column < side, isDark[row * side + column] { column += 1 }
        guard column > start else {
          column += 1
          continue
        }
        let length = column - start
        path += "M\(start + QRCode.margin) \(row + QRCode.margin)h\(length)v1h-\(length)z"
      }
    }
    return path
  }
}

extension QRCode: Fielded {
  package static func declare(_ field: inout Fields<QRCode>) {
    field("size") { $0.side + 2 * margin }
    field("path") { $0.path }
  }
}
