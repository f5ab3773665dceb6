/// The Dragon Cloud: characters that everybody may see, as the program stores them.
package struct Cloud: Sendable {
  /// A character as it is kept, with what it is found by.
  package struct Record: Equatable, Sendable {
    /// A UUID in capitals.
    package let id: String
    package let name: String
    package let classID: String
    /// Whether the existing app can read it.
    package let isCompatible: Bool
    package let bytes: [UInt8]
    /// Seconds since 1970, UTC.
    package let saved: Int

    package init(
      id: String, name: String, classID: String, isCompatible: Bool, bytes: [UInt8], saved: Int
    ) {
      self.id = id
      self.name = name
      self.classID = classID
      self.isCompatible = isCompatible
      self.bytes = bytes
      self.saved = saved
    }
  }

  /// What to look for.
  package struct Query: Equatable, Sendable {
    package static let mostPerPage = 200
    /// In Unicode scalars; no name is that long.
    static let longestWords = 100

    /// Each has to begin a word of the name; blank for all names.
    package var words = ""
    /// `nil` for all classes.
    package var classID: String?
    package var onlyCompatible = false
    /// `1...mostPerPage`.
    package var limit = mostPerPage
    /// The id of the last one seen.
    package var after: String?

    package init() {}
  }

  /// What was found, the newest first.
  package struct Page: Equatable, Sendable {
    package let records: [Record]
    package let hasMore: Bool

    package init(records: [Record], hasMore: Bool) {
      self.records = records
      self.hasMore = hasMore
    }
  }

  /// What came of a character that was sent.
  package enum Addition: Equatable, Sendable {
    /// The secret lets whoever has it delete the character.
    case created(secret: String)
    /// It is there already, with the same content.
    case same
    /// There is another one under its id.
    case conflict
  }

  package let add: @Sendable (Record) throws(Trouble) -> Addition
  package let read: @Sendable (_ id: String) throws(Trouble) -> Record?
  /// `nil` where the query's `after` was never there.
  package let page: @Sendable (Query) throws(Trouble) -> Page?
  /// How many characters there are.
  package let count: @Sendable () throws(Trouble) -> Int
  /// Whether the secret is the one that deletes the character.
  package let permits: @Sendable (_ id: String, _ secret: String) throws(Trouble) -> Bool
  /// Whether there was such a character, which somebody has deleted.
  package let wasDeleted: @Sendable (_ id: String) throws(Trouble) -> Bool
  /// `false` where there is no such character or the secret is another.
  package let delete: @Sendable (_ id: String, _ secret: String) throws(Trouble) -> Bool
  /// Whether a client may send one more now: `nil`, or the seconds to wait.
  package let admit: @Sendable (_ client: String, _ now: Int) throws(Trouble) -> Int?

  package init(
    add: @escaping @Sendable (Record) throws(Trouble) -> Addition,
    read: @escaping @Sendable (String) throws(Trouble) -> Record?,
    page: @escaping @Sendable (Query) throws(Trouble) -> Page?,
    count: @escaping @Sendable () throws(Trouble) -> Int,
    permits: @escaping @Sendable (String, String) throws(Trouble) -> Bool,
    wasDeleted: @escaping @Sendable (String) throws(Trouble) -> Bool,
    delete: @escaping @Sendable (String, String) throws(Trouble) -> Bool,
    admit: @escaping @Sendable (String, Int) throws(Trouble) -> Int?
  ) {
    self.add = add
    self.read = read
    self.page = page
    self.count = count
    self.permits = permits
    self.wasDeleted = wasDeleted
    self.delete = delete
    self.admit = admit
  }

  static let none = Cloud(
    add: { _ throws(Trouble) in throw .unavailable }, read: { _ in nil },
    page: { _ in Page(records: [], hasMore: false) }, count: { 0 },
    permits: { _, _ in false }, wasDeleted: { _ in false }, delete: { _, _ in false },
    admit: { _, _ in nil })
}
