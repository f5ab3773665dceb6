import CPQ

/// What a statement returned; columns count from 0.
final class Rows {
  private let result: OpaquePointer
  private let library: PQFunctions
  let count: Int

  init(_ result: OpaquePointer, _ library: PQFunctions) {
    self.result = result
    self.library = library
    count = Int(library.ntuples(result))
  }

  deinit { library.clear(result) }

  /// How many rows the statement inserted, changed, deleted or returned.
  var changed: Int {
    library.cmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  func isNull(_ row: Int, _ column: Int) -> Bool {
    library.getisnull(result, Int32(row), Int32(column)) != 0
  }

  /// A `bigint`; 0 if it is null.
  func integer(_ row: Int, _ column: Int) -> Int {
    withBytes(row, column) { bytes in
      bytes.count == 8 ? Int(bytes.loadUnaligned(as: Int.self).bigEndian) : 0
    }
  }

  /// A `boolean`; false if it is null.
  func boolean(_ row: Int, _ column: Int) -> Bool { withBytes(row, column) { $0.first == 1 } }

  /// A `text`; empty if it is null.
  func text(_ row: Int, _ column: Int) -> String {
    withBytes(row, column) { String(decoding: $0, as: UTF8.self) }
  }

  /// A `bytea`; empty if it is null.
  func blob(_ row: Int, _ column: Int) -> [UInt8] { withBytes(row, column) { Array($0) } }

  private func withBytes<Result>(
    _ row: Int, _ column: Int, _ work: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let (row, column) = (Int32(row), Int32(column))
    return work(
      UnsafeRawBufferPointer(
        start: library.getvalue(result, row, column),
        count: Int(library.getlength(result, row, column))))
  }
}
