import Mustache

/// A QR code (ISO/IEC 18004), without the blank margin around it.
package struct QRCode: Sendable, Fielded {
  /// The number of squares along a side.
  package let side: Int
  /// Whether each square is dark, row by row from the top left.
  private let isDark: [Bool]

  /// The width in squares of the margin that cameras need.
  static let margin = 4

  /// - Precondition: there are `side` times `side` squares.
  package init(side: Int, isDark: [Bool]) {
    precondition(isDark.count == side * side)
    self.side = side
    self.isDark = isDark
  }

  /// The dark squares in SVG's path language; neighbours in a row form one stroke.
  package var path: String {
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

  /// An SVG document that fills its window.
  var drawing: String {
    let size = side + 2 * QRCode.margin
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" \
      shape-rendering="crispEdges"><title>QR code</title>\
      <rect width="\(size)" height="\(size)" fill="#fff"/><path d="\(path)"/></svg>

      """
  }

  package static func declare(_ field: inout Fields<QRCode>) {
    field("size") { $0.side + 2 * margin }
    field("path") { $0.path }
  }
}
