import Mustache
import Web

/// The kinds of files that other programs can download.
package enum FileType: String, CaseIterable, Sendable { case csv, json }

/// The columns of a file, written as CSV (RFC 4180) or as a list of JSON objects.
///
/// Each has a name and a function that returns its cell in a row.
package struct Columns<Row>: ExpressibleByDictionaryLiteral, Sendable {
  package typealias Value = @Sendable (Row) -> Cell

  package var all: [(name: String, cell: Value)]

  package init(dictionaryLiteral columns: (String, Value)...) { all = columns }

  func file(_ rows: some Sequence<Row>, as type: FileType) -> [UInt8] {
    var bytes = start(of: type)
    for row in rows { append(row, as: type, to: &bytes) }
    if type == .json { bytes.append("]") }
    return bytes
  }

  /// Returns the text before the first row; after the last one, JSON needs a bracket.
  package func start(of type: FileType) -> [UInt8] {
    Array((type == .json ? "[" : "\(all.map(\.name).joined(separator: ","))\r\n").utf8)
  }

  package func append(_ row: Row, as type: FileType, to bytes: inout [UInt8]) {
    let isJSON = type == .json
    if isJSON { bytes.append(bytes.count > 1 ? ",{" : "{") }
    for (index, column) in all.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if isJSON { bytes.append("\"\(column.name)\":") }
      column.cell(row).write(asJSON: isJSON, to: &bytes)
    }
    bytes.append(isJSON ? "}" : "\r\n")
  }
}

/// The content of one cell of a table.
package enum Cell {
  case number(Int?)
  /// Our own text, which needs no quotes in CSV and isn't a formula.
  case word(String?)
  /// Text that may be a visitor’s.
  case text(String)
  /// A value that is spelt differently in CSV.
  case either(csv: String, JSON)
  case list([Cell])

  /// Whether it is empty in CSV.
  package var isEmpty: Bool {
    switch self {
    case .number(let number): number == nil
    case .word(let word): word ?? "" == ""
    case .text(let text), .either(let text, _): text.isEmpty
    case .list(let cells): cells.isEmpty
    }
  }

  fileprivate func write(asJSON isJSON: Bool, to bytes: inout [UInt8]) {
    switch self {
    case .number(let number?):
      if number < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes.append(decimal: abs(number))
    case .number(nil), .word(nil): if isJSON { bytes.append("null") }
    case .word(let word?): isJSON ? JSON.write(word, to: &bytes) : bytes.append(word)
    case .text(let text):
      isJSON ? JSON.write(text.withoutIsolation, to: &bytes) : bytes.append(quoted: text)
    case .either(let text, let json): isJSON ? json.write(to: &bytes) : bytes.append(text)
    case .list(let cells):
      if isJSON { bytes.append(UInt8(ascii: "[")) }
      for (index, cell) in cells.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: isJSON ? "," : " ")) }
        cell.write(asJSON: isJSON, to: &bytes)
      }
      if isJSON { bytes.append(UInt8(ascii: "]")) }
    }
  }
}

extension [UInt8] {
  /// Appends a text in quotes, so that no spreadsheet takes it for a formula.
  fileprivate mutating func append(quoted text: String) {
    let first = text.unicodeScalars.first
    let isFormula = first.map("=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains)
    append(isFormula == true ? "\"'" : "\"")
    for byte in text.withoutIsolation.utf8 {
      if byte == UInt8(ascii: "\"") { append(byte) }
      append(byte)
    }
    append(UInt8(ascii: "\""))
  }
}

extension Answer {
  package static func file(_ name: String, _ bytes: [UInt8], as type: FileType) -> Answer {
    switch type {
    case .csv:
      .file(type: "text/csv; charset=utf-8", name: "\(name).csv", bytes: bytes)
    case .json: .file(type: "application/json", name: "\(name).json", bytes: bytes)
    }
  }
}
