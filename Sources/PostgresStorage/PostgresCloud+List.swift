import Storage

extension PostgresCloud {
  private static let findingPlace = Statement(
    "SELECT place FROM dicehall_cloud_record WHERE id = $1")

  func list(_ query: CloudQuery) throws(StorageError) -> CloudListing? {
    var end = Int.max
    if let after = query.after {
      let rows = try pool.run(PostgresCloud.findingPlace, [.text(after.text)])
      guard rows.count == 1 else { return nil }
      end = rows.integer(0, 0)
    }
    guard let words = query.foldedWords else { return CloudListing(records: [], hasMore: false) }
    return try list(query, words: words.map { Array($0.utf8) }, before: end)
  }

  /// Walks through the places of the first word, and looks each one up for the others.
  private static let listing = Statement(
    """
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
    """)

  private func list(
    _ query: CloudQuery, words: [[UInt8]], before end: Int
  ) throws(StorageError) -> CloudListing {
    let limit = min(max(query.limit, 1), StorageLimits.pageRecords)
    let list: [Parameter] = [
      .blob(Array((query.classID ?? "").utf8)), .boolean(query.onlyCompatible),
    ]
    let words = try rarestFirst(words, in: list)
    let rows = try pool.run(
      PostgresCloud.listing,
      [.blob(words.first ?? [])] + list + [
        .integer(end), .blobs(Array(words.dropFirst())), .integer(limit + 1),
      ])
    return CloudListing(
      records: (0..<min(limit, rows.count)).compactMap { rows.record($0) },
      hasMore: rows.count > limit)
  }

  /// Counting beyond 500 would cost more than it saves.
  private static let weighing = Statement(
    """
    SELECT (
      SELECT count(*) FROM (
        SELECT 1 FROM dicehall_cloud_word w
        WHERE w.beginning = word.beginning AND w.class = $1 AND w.is_compatible = $2 LIMIT 500
      ) AS found
    ) AS weight, word.beginning FROM unnest($3) AS word(beginning) ORDER BY weight
    """)

  /// Sorts the words by rarity, so that few places are looked up.
  private func rarestFirst(
    _ words: [[UInt8]], in list: [Parameter]
  ) throws(StorageError) -> [[UInt8]] {
    guard words.count > 1 else { return words }
    let rows = try pool.run(PostgresCloud.weighing, list + [.blobs(words)])
    return (0..<rows.count).map { rows.blob($0, 1) }
  }
}
