/// The hashes that begin with one byte, so that many may sweep a table without meeting.
struct HashRange {
  let start: Parameter
  /// The first hash behind them.
  let end: Parameter

  init(slice: UInt8) {
    start = .blob([slice])
    // Beyond all hashes that begin with the last byte: they have 32.
    end = .blob(slice == .max ? [UInt8](repeating: .max, count: 33) : [slice + 1])
  }
}
