/// The UUID of a record in the cloud; case doesn't count.
package struct CloudID: Hashable, Sendable {
  /// The UUID in capitals: `0F8FAD5B-D9CB-469F-A165-70867728950E`.
  package let text: String

  /// Reads an ID; `nil` unless it is 32 hexadecimal digits with four dashes.
  package init?(_ text: String) {
    guard text.utf8.count == 36 else { return nil }
    for (place, sign) in text.utf8.enumerated() {
      switch sign {
      case UInt8(ascii: "-"): guard [8, 13, 18, 23].contains(place) else { return nil }
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
        UInt8(ascii: "a")...UInt8(ascii: "f"):
        guard ![8, 13, 18, 23].contains(place) else { return nil }
      default: return nil
      }
    }
    self.text = text.uppercased()
  }
}

/// A record in the cloud, which everyone can read.
package struct CloudRecord: Equatable, Sendable {
  package var id: CloudID
  /// The name that searches match.
  package var name: String
  /// The class that filters match; never empty.
  package var classID: String
  /// Whether it is listed for programs that can't read all records, as its author decides.
  package var isCompatible: Bool
  package var bytes: [UInt8]
  /// The time when it was saved, in seconds since 1970.
  package var saved: Int

  package init(
    id: CloudID, name: String, classID: String, isCompatible: Bool, bytes: [UInt8], saved: Int
  ) {
    self.id = id
    self.name = name
    self.classID = classID
    self.isCompatible = isCompatible
    self.bytes = bytes
    self.saved = saved
  }

  /// - Throws: `StorageError.tooLarge` for bytes, a name or a class over its limit, and for an
  ///   empty class, which would stand for all classes.
  package func checkSize() throws(StorageError) {
    for (count, limits) in [
      (bytes.count, 0...StorageLimits.recordBytes), (name.utf8.count, 0...StorageLimits.nameBytes),
      (classID.utf8.count, 1...StorageLimits.classBytes),
    ] where !limits.contains(count) { throw .tooLarge(count: count) }
  }
}
