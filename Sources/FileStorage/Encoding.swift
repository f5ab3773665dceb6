import CDeflate

/// Returns the CRC-32 of the first `count` bytes of a header, followed by a payload.
func checksum(_ header: [UInt8], count: Int, _ payload: [UInt8]) -> UInt32 {
  libdeflate_crc32(libdeflate_crc32(0, header, count), payload, payload.count)
}

extension [UInt8] {
  /// Appends a number in little-endian order.
  mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// Reads the number at that offset, which must lie within the bytes.
  func littleEndian<N: FixedWidthInteger>(at offset: Int, as type: N.Type) -> N {
    N(littleEndian: withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) })
  }
}
