import CPage

/// The standard to compare with: the C function with prepared data.
///
/// The data are never freed: the program shows them until it ends.
struct Straight: ~Copyable {
  private var page: page
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
  private var count = 0

  init(_ page: Page) {
    let rows = UnsafeMutableBufferPointer<row>.allocate(capacity: page.rows.count)
    _ = rows.initialize(
      from: page.rows.map {
        row(number: $0.number, event: .init($0.event), balance: $0.balance)
      })
    self.page = CPage.page(
      base: .init(page.base), title: .init(page.title), player: .init(page.player),
      notice: .init(page.notice), game: .init(page.game), luckiest: .init(page.luckiest),
      worst: .init(page.worst), chance: .init(page.chance), remark: .init(page.remark),
      revision: page.revision, played: page.played, won: page.won, rows: rows.baseAddress,
      row_count: rows.count)
  }

  deinit { output.deallocate() }

  /// Writes the page over the previous one.
  mutating func render() { count = write_page(&page, output.baseAddress) }

  /// The page as last written.
  var written: [UInt8] { Array(output[..<count]) }
}

extension CPage.text {
  fileprivate init(_ string: String) {
    let memory = UnsafeMutableBufferPointer<CChar>.allocate(capacity: string.utf8.count)
    _ = memory.initialize(from: string.utf8.lazy.map(CChar.init(bitPattern:)))
    self.init(bytes: memory.baseAddress, length: memory.count)
  }
}
