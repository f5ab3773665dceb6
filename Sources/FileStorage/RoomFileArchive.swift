import Glibc
import Storage

struct RoomFileArchive: RoomArchive {
  let files: RoomFiles

  func place(of name: StoredName) -> String { files.path(of: name.text) }

  func names(from slice: Int) throws(StorageError) -> NamePage<StoredName> {
    NamePage(names: try files.place.hashes(slice: slice), slice: slice)
  }

  func room(_ name: StoredName) throws(StorageError) -> ArchivedRoom? {
    guard let file = try open(name) else { return nil }
    let status = try file.status()
    guard status.isRegular else { throw .damaged }
    guard status.size > 0 else { return .gone(at: status.lastWritten) }
    guard let last = try files.last(of: name.text, file, status.size) else { throw .damaged }
    return .kept(last.place.terms)
  }

  func records(of name: StoredName, after number: Int) throws(StorageError) -> [RoomEntry] {
    guard let file = try open(name) else { return [] }
    var records: [RoomEntry] = []
    var bytes = 0
    try files.scan(name.text, file, upTo: number, try file.status().size) { found in
      guard found.number > number else { return true }
      let entry = RoomEntry(found)
      bytes += entry.event?.count ?? 0
      guard records.isEmpty || bytes <= StorageLimits.roomPageBytes else { return false }
      records.append(entry)
      return records.count < StorageLimits.roomPageRecords
    }
    return records
  }

  private func open(_ name: StoredName) throws(StorageError) -> OpenFile? {
    do throws(StorageError) {
      return try OpenFile(place(of: name), O_RDONLY)
    } catch {
      if error.meansMissing { return nil }
      throw error.meansNoFile ? .damaged : error
    }
  }

  func append(_ records: [RoomEntry], to name: StoredName, after number: Int) throws(StorageError) {
    var bytes: [UInt8] = []
    for record in records {
      bytes += try RoomRecord(terms: record.terms, time: record.time, event: record.event).encoded()
    }
    if number == 0 {
      files.marks.forget(name.text)
      // A snapshot would belong to another room.
      _ = unlink(files.snapshotPath(of: name.text))
      return try files.place.put(bytes, as: name)
    }
    let file = try OpenFile(place(of: name), O_RDWR)
    guard let last = try files.last(of: name.text, file, try file.status().size),
      last.number == number
    else {
      throw .changed
    }
    // Removes a record that a killed process left incomplete.
    try file.cut(to: last.end)
    try file.write(bytes, at: last.end)
  }

  func bury(_ name: StoredName, at moment: Int) throws(StorageError) {
    files.marks.forget(name.text)
    _ = unlink(files.snapshotPath(of: name.text))
    try files.place.put([], as: name, moment: moment)
  }
}

extension RoomEntry {
  fileprivate init(_ found: FoundRecord) {
    self.init(terms: found.place.terms, time: found.place.time, event: found.event?.bytes)
  }
}
