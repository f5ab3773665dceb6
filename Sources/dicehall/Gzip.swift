import CDeflate

/// Compresses files in advance, for web servers that send them as they are.
enum Gzip {
  private static let texts = [
    ".html", ".css", ".js", ".svg", ".json", ".webmanifest", ".txt", ".xml",
  ]
  /// The library's highest level: files are compressed once and sent often.
  private static let level: Int32 = 12

  static func pays(for path: String) -> Bool { texts.contains { path.hasSuffix($0) } }

  /// Compresses bytes; the same input gives the same output, as the header has no time and no name.
  static func compress(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    guard let compressor = libdeflate_alloc_compressor(level) else {
      throw .broken("there is no memory to compress files")
    }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
    let output = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      count = libdeflate_gzip_compress(
        compressor, bytes, bytes.count, output.baseAddress, output.count)
    }
    // Within its bound, compression can't fail.
    guard !output.isEmpty else { throw .broken("libdeflate failed") }
    return output
  }
}
