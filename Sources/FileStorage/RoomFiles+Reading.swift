import Storage

extension RoomFiles {
  /// Reads a page of events from the first `size` bytes of the file; `nil` if none is intact.
  func page(
    of room: RoomCode, _ file: borrowing OpenFile, after number: Int, _ size: Int
  ) throws(StorageError) -> EventPage? {
    var events: [StoredEvent] = []
    var missing: [ClosedRange<Int>] = []
    var terms: RoomTerms?
    var (records, bytes, isLast) = (0, 0, true)
    try scan(room.fileName, file, upTo: number, size) { found in
      if found.number > number {
        bytes += found.place.payload.count
        if records == StorageLimits.roomPageRecords
          || (records > 0 && bytes > StorageLimits.roomPageBytes)
        {
          isLast = false
          return false
        }
        records += 1
        let first = max(terms?.number ?? 0, number) + 1
        if first < found.number { missing.append(first...(found.number - 1)) }
        if let event = found.event { events.append(event) }
      }
      terms = found.place.terms
      return true
    }
    for numbers in missing where marks.isNew(numbers, in: room.fileName) {
      place.reportOnce(
        "\(path(of: room)) is damaged: \(numbers.lowerBound) to \(numbers.upperBound) are missing")
    }
    return terms.map {
      EventPage(events: events, missing: missing, terms: $0, isLast: isLast)
    }
  }

  /// Finds the newest record in the first `size` bytes of the file; `nil` if none is intact.
  func last(
    of name: String, _ file: borrowing OpenFile, _ size: Int
  ) throws(StorageError) -> FoundRecord? {
    var last: FoundRecord?
    try scan(name, file, upTo: .max, size) {
      last = $0
      return true
    }
    return last
  }

  /// Passes records of the room with that file name to `body` until it returns `false`.
  ///
  /// It starts at a known record up to that number or at the first.
  func scan(
    _ name: String, _ file: borrowing OpenFile, upTo number: Int, _ size: Int,
    _ body: (FoundRecord) -> Bool
  ) throws(StorageError) {
    var seen: [RoomMark] = []
    var newest: RoomMark?
    var isFinished = true
    func pass(_ found: FoundRecord) -> Bool {
      let mark = RoomMark(number: found.number, start: found.start, end: found.end)
      if mark.number >= (seen.last?.number ?? 0) + RoomMarks.distance { seen.append(mark) }
      newest = mark
      if !body(found) { isFinished = false }
      return isFinished
    }
    defer {
      marks.remember(
        seen + (newest.map { [$0] } ?? []), in: name, endingAt: isFinished ? size : nil)
    }
    var mark = marks.last(upTo: number, in: name)
    // A process that hasn't read the room yet starts from the snapshot.
    if mark == nil, marks.newest(in: name) == nil { mark = snapshotMark(of: name) }
    if let mark, mark.number <= number {
      var isThere: Bool?
      if mark.end <= size {
        try file.forEachRecord(from: mark.start, to: size) { found in
          if isThere == nil { isThere = found.start == mark.start && found.number == mark.number }
          return isThere == true && pass(found)
        }
      }
      if isThere == true { return }
      marks.forget(name)
    }
    try file.forEachRecord(from: 0, to: size, pass)
  }
}
