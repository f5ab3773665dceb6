import Storage

/// Copies or compares the pieces of a hall, one kind after another.
struct CopyWalk {
  let hall: HallCopy
  let isComparing: Bool
  let same: ([UInt8]) -> Void

  /// The number of pieces in memory at once, each up to about 64 KB.
  private static let batch = 64

  func copy<Piece: ArchivedPiece>(
    _ source: any PieceArchive<Piece>, to target: any PieceArchive<Piece>,
    _ count: inout CopyCount
  ) throws(CopyFailure) {
    var next: Int? = 0
    while let place = next {
      let page: NamePage<Piece.Name>
      do throws(StorageError) {
        page = try source.names(from: place)
      } catch .damaged {
        // Nothing shows what else was there.
        return note(.damaged(source.place), &count.damaged)
      } catch {
        throw .source(error)
      }
      var names = page.names[...]
      while !names.isEmpty {
        try copy(Array(names.prefix(Self.batch)), source, to: target, &count)
        names = names.dropFirst(Self.batch)
      }
      next = page.next
    }
  }

  private func copy<Piece: ArchivedPiece>(
    _ names: [Piece.Name], _ source: any PieceArchive<Piece>,
    to target: any PieceArchive<Piece>, _ count: inout CopyCount
  ) throws(CopyFailure) {
    let here = try hall.onSource(source.read(names))
    let there = try hall.onTarget(target.read(names))
    var missing: [Piece] = []
    for name in names {
      if here.damaged.contains(name) {
        note(.damaged(source.place(of: name)), &count.damaged)
      } else if here.cut.contains(name) {
        note(.cut(source.place(of: name)), &count.damaged)
      }
      guard let piece = here.found[name] else { continue }
      guard let old = there.found[name] else {
        missing.append(piece)
        continue
      }
      if piece.content == old.content {
        if isComparing {
          same(old.content)
          count.compared += 1
        } else {
          count.present += 1
        }
      } else if piece.isNewer(than: old) {
        missing.append(piece)
      } else {
        note(.newer(target.place(of: name)), &count.newer)
      }
    }
    guard !missing.isEmpty else { return }
    if isComparing {
      for piece in missing { hall.report(.different(target.place(of: piece.name))) }
      count.different += missing.count
    } else {
      try hall.onTarget(target.put(missing))
      count.copied += missing.count
    }
  }

  /// Reports a finding while copying; comparing finds it again.
  func note(_ note: CopyNote, _ number: inout Int) {
    guard !isComparing || hall.onlyReads else { return }
    hall.report(note)
    number += 1
  }
}
