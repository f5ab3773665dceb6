import Storage

/// Rooms, of which one page of records is read at a time.
extension CopyWalk {
  func copyRooms(_ count: inout CopyCount) throws(CopyFailure) {
    var next: Int? = 0
    while let place = next {
      let page = try hall.onSource(hall.source.rooms.names(from: place))
      for name in page.names { try copy(name, &count) }
      next = page.next
    }
  }

  private func copy(_ name: StoredName, _ count: inout CopyCount) throws(CopyFailure) {
    let room: ArchivedRoom?
    do throws(StorageError) {
      room = try hall.source.rooms.room(name)
    } catch .damaged {
      return note(.damaged(hall.source.rooms.place(of: name)), &count.damaged)
    } catch {
      throw .source(error)
    }
    guard let room else { return }
    var isDamaged = false
    let verdict = try verdict(on: room, named: name) { numbers in
      isDamaged = true
      hall.report(.missing(hall.source.rooms.place(of: name), numbers))
    }
    if isDamaged { count.damaged += 1 }
    guard !isComparing else { return compared(verdict, name, &count) }
    switch verdict {
    case .same: count.present += 1
    case .newer: note(.newer(hall.target.rooms.place(of: name)), &count.newer)
    case .bury(let moment):
      try hall.onTarget(hall.target.rooms.bury(name, at: moment))
      count.copied += 1
    case .append(let number):
      try appendRecords(of: name, after: number)
      count.copied += 1
    }
  }

  private func compared(_ verdict: Verdict, _ name: StoredName, _ count: inout CopyCount) {
    switch verdict {
    case .same: count.compared += 1
    case .newer: break
    case .bury, .append:
      hall.report(.different(hall.target.rooms.place(of: name)))
      count.different += 1
    }
  }

  /// The decision on a room.
  private enum Verdict {
    case same
    /// The target's room stays.
    case newer
    case bury(at: Int)
    /// The records after this number are missing; 0 means all of them.
    case append(after: Int)
  }

  /// Decides what to do with a room; a comparison passes the numbers missing in both to `missing`.
  private func verdict(
    on room: ArchivedRoom, named name: StoredName, missing: (ClosedRange<Int>) -> Void
  ) throws(CopyFailure) -> Verdict {
    let other: ArchivedRoom?
    do throws(StorageError) {
      other = try hall.target.rooms.room(name)
    } catch .damaged {
      other = nil
    } catch {
      throw .target(error)
    }
    switch (room, other) {
    case (.gone(let moment), nil): return .bury(at: moment)
    case (.gone, .gone): return .same
    case (.gone(let moment), .kept(let terms)):
      return moment >= terms.lastAct ? .bury(at: moment) : .newer
    case (.kept, nil): return .append(after: 0)
    case (.kept(let terms), .gone(let moment)):
      return moment >= terms.lastAct ? .newer : .append(after: 0)
    case (.kept(let terms), .kept(let others)):
      return try compareRecords(of: name, terms, others, missing: missing)
    }
  }

  /// Compares the records of both rooms up to the first difference.
  private func compareRecords(
    of name: StoredName, _ terms: RoomTerms, _ others: RoomTerms,
    missing: (ClosedRange<Int>) -> Void
  ) throws(CopyFailure) -> Verdict {
    var last = 0
    while true {
      let here = try hall.onSource(hall.source.rooms.records(of: name, after: last))
      let there = try hall.onTarget(hall.target.rooms.records(of: name, after: last))
      if here.isEmpty { return there.isEmpty ? .same : .newer }
      if there.isEmpty { return .append(after: last) }
      for (record, other) in zip(here, there) {
        // The rooms have diverged; the one with the latest act wins.
        guard record == other else {
          return terms.lastAct > others.lastAct ? .append(after: 0) : .newer
        }
        if isComparing {
          same(other.content)
          if record.number > last + 1 { missing(last + 1...record.number - 1) }
        }
        last = record.number
      }
    }
  }

  private func appendRecords(of name: StoredName, after number: Int) throws(CopyFailure) {
    var last = number
    while true {
      let records = try hall.onSource(hall.source.rooms.records(of: name, after: last))
      guard let newest = records.last else { return }
      try hall.onTarget(hall.target.rooms.append(records, to: name, after: last))
      last = newest.number
    }
  }
}

extension RoomEntry {
  fileprivate var content: [UInt8] {
    var content: [UInt8] = [terms.isClosed ? 1 : 0, event == nil ? 0 : 1]
    for number in [terms.number, terms.lastAct, terms.keptDays, time, event?.count ?? 0] {
      withUnsafeBytes(of: number.littleEndian) { content += $0 }
    }
    return content + (event ?? [])
  }
}
