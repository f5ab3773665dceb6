import CPage

/// The bar: the C function with its finished data.
///
/// Memory of the data is kept to the end of the program, as are the data.
struct Straight: ~Copyable {
  private var page: page
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
  private var count = 0

  init(_ page: Page) {
    let rows = UnsafeMutableBufferPointer<row>.allocate(capacity: page.rows.count)
    _ = rows.initialize(
      from: page.rows.map {
        row(number: $0.number, event: CPage.text($0.event), balance: $0.balance)
      })
    self.page = CPage.page(
      base: CPage.text(page.base), title: CPage.text(page.title), player: CPage.text(page.player),
      notice: CPage.text(page.notice), game: CPage.text(page.game), luckiest: CPage.text(page.luckiest),
      worst: CPage.text(page.worst), chance: CPage.text(page.chance), remark: CPage.text(page.remark),
      revision: page.revision, played: page.played, won: page.won, rows: rows.baseAddress,
      row_count: rows.count)
  }

  deinit { output.deallocate() }

  mutating func render() { count = write_page(&page, output.baseAddress) }

  var written: [UInt8] { Array(output[..<count]) }
}

extension CPage.text {
  fileprivate init(_ string: String) {
    let memory = UnsafeMutableBufferPointer<CChar>.allocate(capacity: string.utf8.count)
    _ = memory.initialize(from: string.utf8.lazy.map(CChar.init(bitPattern:)))
    self.init(bytes: memory.baseAddress, length: memory.count)
  }
}
