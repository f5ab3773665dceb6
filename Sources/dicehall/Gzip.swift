import CZlib

/// Compresses files ahead of time, for web servers that send them as they are.
enum Gzip {
  private static let texts = [
    ".html", ".css", ".js", ".svg", ".json", ".webmanifest", ".txt", ".xml",
  ]

  static func pays(for path: String) -> Bool { texts.contains { path.hasSuffix($0) } }

  /// Compresses bytes; the same input gives the same output, as the header has no time and no name.
  static func compress(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    // 15 + 16: the largest window, in gzip's wrapping.
    guard
      deflateInit2_(
        &stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .broken("zlib cannot start") }
    defer { deflateEnd(&stream) }
    var input = bytes
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    var status: Int32 = Z_OK
    let output = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        status = deflate(&stream, Z_FINISH)
        count = Int(stream.total_out)
      }
    }
    guard status == Z_STREAM_END else { throw .broken("zlib failed") }
    return output
  }
}
