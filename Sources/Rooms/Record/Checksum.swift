/// CRC-32 as in zip and PNG (ISO 3309): finds every damage of up to 32 bits in a row.
///
/// It finds accidents. It is no proof against people who can write the file.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xedb8_8320 : 0) }
  }

  static func value(of bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }
}
