import Storage

extension PostgresCloud {
  func list(_ query: CloudQuery) throws(StorageError) -> CloudListing? {
    guard let end = try end(after: query.after) else { return nil }
    guard let words = query.foldedWords else { return CloudListing(records: [], hasMore: false) }
    return try list(query, words: words.map { Array($0.utf8) }, before: end)
  }

  /// Walks through the places of the first word, and checks each for the other words.
  private static let listing: Statement = """
    SELECT r.id, r.name, r.class, r.is_compatible, r.saved, r.content
    FROM dicehall_cloud_word w JOIN dicehall_cloud_record r ON r.place = w.place
    WHERE w.beginning = $1 AND w.class = $2 AND w.is_compatible = $3 AND w.place < $4
    AND NOT EXISTS (
      SELECT 1 FROM unnest($5) AS other(beginning) WHERE NOT EXISTS (
        SELECT 1 FROM dicehall_cloud_word o WHERE o.beginning = other.beginning
        AND o.class = $2 AND o.is_compatible = $3 AND o.place = w.place
      )
    )
    ORDER BY w.place DESC LIMIT $6
    """

  private func list(
    _ query: CloudQuery, words: [[UInt8]], before end: Int
  ) throws(StorageError) -> CloudListing {
    let limit = min(max(query.limit, 1), StorageLimits.pageRecords)
    let list: [Parameter] = [
      .blob(Array((query.classID ?? "").utf8)), .boolean(query.onlyCompatible),
    ]
    let words = try rarestFirst(words, in: list)
    let rows = try pool.run(
      Self.listing,
      [.blob(words.first ?? [])] + list + [
        .integer(end), .blobs(Array(words.dropFirst())), .integer(limit + 1),
      ])
    return CloudListing(
      records: rows.prefix(limit).compactMap(\.record), hasMore: rows.count > limit)
  }

  /// Counting past 500 would cost more than it saves.
  private static let weighing: Statement = """
    SELECT (
      SELECT count(*) FROM (
        SELECT 1 FROM dicehall_cloud_word w
        WHERE w.beginning = word.beginning AND w.class = $1 AND w.is_compatible = $2 LIMIT 500
      ) AS found
    ) AS weight, word.beginning FROM unnest($3) AS word(beginning) ORDER BY weight
    """

  /// Sorts the words by rarity, so that few places have to be checked.
  private func rarestFirst(
    _ words: [[UInt8]], in list: [Parameter]
  ) throws(StorageError) -> [[UInt8]] {
    guard words.count > 1 else { return words }
    return try pool.run(Self.weighing, list + [.blobs(words)]).map { $0.blob(1) }
  }
}
