import CQRCode
import Site

extension QRCode {
  /// Encodes a text by libqrencode, so that a seventh of the squares may be hidden.
  /// - Returns: `nil` for an empty text, and one longer than a code can hold (2,331 bytes).
  init?(encoding text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    // The lowest bit of each byte is set where the square is dark.
    let squares = UnsafeBufferPointer(start: code.pointee.data, count: side * side)
    self.init(side: side, isDark: squares.map { $0 & 1 == 1 })
  }
}
