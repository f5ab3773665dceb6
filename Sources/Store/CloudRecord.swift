/// A UUID that one record of the cloud goes by; case does not count.
package struct CloudID: Hashable, Sendable {
  /// With capitals: `XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX`.
  package let text: String

  /// An id from outside, or `nil` unless it is 32 hexadecimal digits with four dashes.
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

/// One thing that everybody can read in the cloud.
package struct CloudRecord: Equatable, Sendable {
  package var id: CloudID
  /// What is searched, up to 1024 bytes.
  package var name: String
  /// What is filtered by, up to 64 bytes.
  package var classID: String
  /// Whether it belongs on the list for programs that cannot read all; whoever adds it decides.
  package var isCompatible: Bool
  /// Up to 64 KB.
  package var bytes: [UInt8]
  /// When it was saved, in seconds since 1970.
  package var saved: Int

  /// A record as it is to be added.
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
}

/// What became of a record that was to be added.
package enum Addition: Equatable, Sendable {
  /// It is there, and this secret, told only now, permits to delete it.
  case created(secret: String)
  /// The same bytes were there under this id already.
  case same
  /// Other bytes are there under this id.
  case conflict
}

/// Which records are asked for; the newest come first.
package struct CloudQuery: Equatable, Sendable {
  /// Each word must begin a word of the name; case and accents do not count.
  ///
  /// A text of nothing but blanks asks for all, one without any letter, digit or symbol for none.
  package var words: String
  /// Only records of this class.
  package var classID: String?
  package var onlyCompatible: Bool
  /// At most so many; moved into `1...200`.
  package var limit: Int
  /// Only records older than this one, which may be deleted by now.
  package var after: CloudID?

  /// Without any argument, the newest 200 of all.
  package init(
    words: String = "", classID: String? = nil, onlyCompatible: Bool = false, limit: Int = 200,
    after: CloudID? = nil
  ) {
    self.words = words
    self.classID = classID
    self.onlyCompatible = onlyCompatible
    self.limit = limit
    self.after = after
  }
}

/// Some of the records asked for.
package struct CloudPage: Equatable, Sendable {
  package var records: [CloudRecord]
  /// Whether there are more after the last of these.
  package var hasMore: Bool
}
