extension VaultStore {
  /// Copies into one vault what another holds, as far as there is room, the newest first.
  ///
  /// What the target holds already, saved in the same second, is not copied again, so that a merge
  /// may be repeated. The other vault stays as it is.
  ///
  /// - Returns: `nil` when there is no such target; an unknown source holds nothing.
  /// - Throws: `StoreError.full`, `.busy`, `.damaged` or `.unavailable`; some may be copied then.
  package func merge(
    from source: VaultID, into target: VaultID, now: Int
  ) throws(StoreError) -> VaultMerge? {
    let offered = source == target ? nil : try entries(of: source)
    guard let held = try hold(target), let present = try entries(of: target) else { return nil }
    try held.tidy(now: now)
    var result = VaultMerge(
      copied: 0, left: 0, damaged: present.damaged + (offered?.damaged ?? []))
    let known = Set(present.entries.map { Content($0) })
    let wanted = (offered?.entries ?? []).filter { !known.contains(Content($0)) }
    let fitting = wanted.prefix(max(0, Self.mostEntries - present.entries.count))
    result.left = wanted.count - fitting.count
    // The oldest are added first, as the order of adding counts within a second.
    for entry in fitting.reversed() {
      _ = try held.add(entry.bytes, saved: entry.saved)
      result.copied += 1
    }
    return result
  }

  private struct Content: Hashable {
    let bytes: [UInt8]
    let saved: Int

    init(_ entry: VaultEntry) {
      bytes = entry.bytes
      saved = entry.saved
    }
  }
}
