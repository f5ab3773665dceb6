import CZlib

/// The CRC-32 of a header's beginning and its payload.
func checksum(_ header: [UInt8], _ payload: [UInt8]) -> UInt32 {
  let start = crc32(0, header, UInt32(header.count))
  return UInt32(truncatingIfNeeded: crc32(start, payload, UInt32(payload.count)))
}

extension [UInt8] {
  /// Appends a number, its low byte first.
  mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// The number that begins there; the bytes must reach that far.
  func littleEndian<N: FixedWidthInteger>(at offset: Int, as type: N.Type) -> N {
    N(littleEndian: withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) })
  }
}
