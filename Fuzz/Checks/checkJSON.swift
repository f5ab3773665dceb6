import Web

/// Reads any bytes as JSON.
/// - Throws: a `Finding` if what is accepted isn't UTF-8, or is another value once it is written and
///   read again.
public func checkJSON(_ bytes: ArraySlice<UInt8>) throws(Finding) {
  guard let value = try? JSON(Array(bytes)) else { return }
  try expect(String(validating: bytes, as: UTF8.self) != nil, "JSON is UTF-8")
  var written: [UInt8] = []
  value.write(to: &written)
  try expect(
    (try? JSON(written)) == value, "\(String(decoding: written, as: UTF8.self)) is what was read")
}
