import CFCGI

/// The end of libfcgi's input buffer, which its header doesn't expose.
///
/// The fields have had this layout since its first release. If they don't make sense, the
/// initializer returns `nil`.
struct BufferedInput {
  /// The first fields of what libfcgi calls `FCGX_Stream_Data`.
  private struct Start {
    let buffer: UnsafeMutablePointer<UInt8>?
    let size: Int32
    let allocated: UnsafeMutablePointer<UInt8>?
    let end: UnsafeMutablePointer<UInt8>?
  }

  /// The end of the bytes read from the connection.
  let end: UnsafeMutablePointer<UInt8>

  init?(of stream: UnsafeMutablePointer<FCGX_Stream>) {
    guard let start = stream.pointee.data?.assumingMemoryBound(to: Start.self).pointee,
      let buffer = start.buffer, let allocated = start.allocated, let end = start.end,
      let position = stream.pointee.rdNext,
      // The buffer is aligned within what was allocated.
      0..<8 ~= buffer - allocated, start.size > 0, buffer <= position, position <= end,
      end - buffer <= Int(start.size)
    else { return nil }
    self.end = end
  }
}
