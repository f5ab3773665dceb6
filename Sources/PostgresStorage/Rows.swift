import CPQ

/// The rows that a statement returned.
final class Rows: RandomAccessCollection {
  private let result: OpaquePointer
  private let library: PQFunctions
  let endIndex: Int
  let startIndex = 0

  init(_ result: OpaquePointer, _ library: PQFunctions) {
    self.result = result
    self.library = library
    endIndex = Int(library.ntuples(result))
  }

  deinit { library.clear(result) }

  subscript(row: Int) -> Row { Row(rows: self, number: Int32(row)) }

  /// The number of rows that the statement inserted, changed, deleted or returned.
  var changed: Int { library.cmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

  fileprivate func isNull(_ row: Int32, _ column: Int32) -> Bool {
    library.getisnull(result, row, column) != 0
  }

  fileprivate func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: library.getvalue(result, row, column),
      count: Int(library.getlength(result, row, column)))
  }
}

/// One row; its columns count from 0.
struct Row {
  fileprivate let rows: Rows
  fileprivate let number: Int32

  func isNull(_ column: Int) -> Bool { rows.isNull(number, Int32(column)) }

  /// A `bigint`; 0 if it is null.
  func integer(_ column: Int) -> Int {
    withBytes(column) { bytes in
      bytes.count == 8 ? Int(bytes.loadUnaligned(as: Int.self).bigEndian) : 0
    }
  }

  /// A `boolean`; false if it is null.
  func boolean(_ column: Int) -> Bool { withBytes(column) { $0.first == 1 } }

  /// A `text`; empty if it is null.
  func text(_ column: Int) -> String { withBytes(column) { String(decoding: $0, as: UTF8.self) } }

  /// A `bytea`; empty if it is null.
  func blob(_ column: Int) -> [UInt8] { withBytes(column) { Array($0) } }

  private func withBytes<Result>(
    _ column: Int, _ work: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    withExtendedLifetime(rows) { work(rows.bytes(number, Int32(column))) }
  }
}
