/// The drawings in `Public`; a framed page contains those that it shows.
///
/// In a sandbox our own files count as another site's, and browsers refuse drawings from there.
package struct Drawings: Sendable {
  /// The prefix of their IDs in a page.
  static let prefix = "picture-"
  private static let start = "<symbol id=\""
  /// The place for drawings in a page, within what scripts swap.
  private static let place = Array("<div id=\"drawings\" data-live hidden>".utf8)

  private let drawings: [String: [UInt8]]

  /// Reads files with each drawing on its own line.
  package init(_ files: [[UInt8]]) {
    var drawings: [String: [UInt8]] = [:]
    for line in files.flatMap({ $0.split(separator: UInt8(ascii: "\n")) })
    where line.starts(with: Drawings.start.utf8) {
      let drawing = line.dropFirst(Drawings.start.utf8.count)
      drawings[Drawings.id(drawing)] = Array((Drawings.start + Drawings.prefix).utf8) + drawing
    }
    self.drawings = drawings
  }

  /// Inserts the drawings that a page shows, each once.
  func complete(_ page: inout [UInt8]) {
    let (tag, sign) = (UInt8(ascii: "<"), UInt8(ascii: "#"))
    let place = page.indices.last {
      page[$0] == tag && page[$0...].starts(with: Drawings.place)
    }
    guard let place else { return }
    var shown: [[UInt8]] = []
    for start in page[..<place].indices where page[start] == sign {
      if let drawing = drawing(at: page[(start + 1)...]), !shown.contains(drawing) {
        shown.append(drawing)
      }
    }
    page.insert(
      contentsOf: Array("<svg>".utf8) + shown.joined() + Array("</svg>".utf8),
      at: place + Drawings.place.count)
  }

  /// Returns the ID of the drawing that a reference leads to, if it leads to one.
  private func drawing(at reference: ArraySlice<UInt8>) -> [UInt8]? {
    guard reference.starts(with: Drawings.prefix.utf8) else { return nil }
    return drawings[Drawings.id(reference.dropFirst(Drawings.prefix.utf8.count))]
  }

  /// Returns the text up to the end of an attribute.
  private static func id(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text.prefix(32).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }
}
