import ArgumentParser
import Copying
import Glibc
import Storage

/// The command `dicehall restore`, which restores a hall from a backup.
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore a hall from a backup.",
    discussion: """
      PLACE is what dicehall backup made, of a folder or a database; it can be restored to either. \
      Stop the service and its socket first. The backup is read through before anything changes, and \
      one that is damaged or cut off is refused. A state folder appears at once and as a whole; run \
      by root, it belongs to the owner of the folder that was there, or of the one around it. A \
      database has to be empty, and be prepared with dicehall store init; if the command is \
      interrupted, it continues when it is run again.
      """)

  @OptionGroup var state: StateOptions

  @Flag(help: "Move the state folder that is there to one with .before added to its name.")
  var replace = false

  @Argument(help: "Backup, a folder or a file.")
  var place: String

  func validate() throws { try Files.check(place, of: "PLACE") }

  func run() throws {
    let target = try StatePlace.one(of: state, mustExist: false).store
    try target.checkRest()
    let path = Files.resolved(place)
    guard access(path, R_OK) == 0 else { throw Failure.unreadable(at: place) }
    switch target {
    case .folder(let folder): try restore(path, to: folder)
    case .database: try restore(path, to: target)
    }
  }

  private func restore(_ path: String, to folder: String) throws(Failure) {
    guard !"\(path)/".hasPrefix("\(folder)/") else {
      throw .badUsage("\(path): is in the place that it would be restored to")
    }
    let isFree = access(folder, F_OK) != 0 || Files.hasNoFiles(folder)
    let before = "\(folder).before"
    if !isFree {
      guard replace else {
        throw .cannotWrite("\(folder): isn't empty; --replace moves what is there to \(before)")
      }
      guard access(before, F_OK) != 0 else {
        throw .cannotWrite("\(before): is there already; move it elsewhere first")
      }
    }
    try Files.makeFolder(Files.parent(of: folder))
    let draft = try Draft(for: folder)
    let (backup, manifest) = try verify(path, unpackingInto: draft["backup"])
    var part = "backup"
    if backup == path {
      part = "state"
      try copy(backup, to: .folder(draft[part]), manifest)
    }
    Manifest.remove(from: draft[part])
    try give(draft[part], as: folder)
    try draft.publish(part, movingOldTo: isFree ? draft["old"] : before)
    let note = isFree ? "" : "; what was there is in \(before)"
    print("restored \(path) to \(folder), with \(manifest.mark)\(note)")
  }

  private func restore(_ path: String, to database: Store) throws(Failure) {
    guard !replace else {
      throw .badUsage("--replace is for folders; restore to an empty database instead")
    }
    let draft = isReadInPlace(path) ? nil : try Draft(for: Files.placeToUnpack(path))
    let (backup, manifest) = try verify(path, unpackingInto: draft?["backup"] ?? path)
    let archive = try StateOptions.archive(of: database)
    do throws(StorageError) {
      // An interrupted restore of the same backup has left its mark.
      let mark = try archive.mark()
      let isFree = try archive.isEmpty()
      guard isFree || mark == manifest.number else {
        throw .unavailable("It isn't empty, and nothing was changed.")
      }
    } catch {
      throw .cannotWrite(database.sentence(error))
    }
    try copy(backup, to: database, manifest)
    print("restored \(path) to \(database), with \(manifest.mark)")
  }

  /// Returns whether a backup can be read without a copy.
  ///
  /// Files can't, nor can read-only folders, in which the cloud's database can't be opened.
  private func isReadInPlace(_ path: String) -> Bool {
    Files.isFolder(path) && access(path, W_OK) == 0
  }

  /// Reads a whole backup, and prints its contents.
  ///
  /// - Returns: the folder with the backup, and what was found there.
  /// - Throws: `Failure` 65 if it differs from what was written.
  private func verify(
    _ path: String, unpackingInto folder: String
  ) throws(Failure) -> (folder: String, manifest: Manifest) {
    let isFile = !Files.isFolder(path)
    guard isFile || Manifest.isThere(in: path) else { throw .badData("\(path): is no backup") }
    var backup = path
    if !isReadInPlace(path) {
      guard mkdir(folder, 0o700) == 0 else { throw .cannotWrite(at: folder) }
      if !isFile { try Tar.pack(path, into: "\(folder).tar", moves: false) }
      try Tar.unpack(isFile ? path : "\(folder).tar", into: folder)
      backup = folder
    }
    guard Manifest.isThere(in: backup) else { throw .badData("\(path): is no backup") }
    let archive = try StateOptions.archive(of: .folder(backup))
    let found: CopySummary
    do throws(CopyFailure) {
      found = try HallCopy.contents(of: archive) { _ in }
    } catch {
      throw error.failure(from: .folder(path), to: .folder(path))
    }
    let manifest = Manifest(found)
    guard manifest.isRight(in: backup) else {
      throw .badData("\(path): is damaged, and nothing was changed")
    }
    print(manifest.counts, terminator: "")
    fflush(nil)
    return (backup, manifest)
  }

  private func copy(_ backup: String, to target: Store, _ manifest: Manifest) throws(Failure) {
    let source = Store.folder(backup)
    let copy = HallCopy(
      from: try StateOptions.archive(of: source), to: try StateOptions.archive(of: target)
    ) { note in printError("dicehall: \(note.sentence)") }
    do throws(CopyFailure) {
      let summary = try copy.run(mark: manifest.number)
      guard Manifest(summary).mark == manifest.mark else { throw .target(.damaged) }
    } catch {
      throw error.failure(from: source, to: target)
    }
  }

  /// Gives what root restores to the owner of the place.
  private func give(_ draft: String, as folder: String) throws(Failure) {
    guard geteuid() == 0 else { return }
    var status = stat()
    guard stat(folder, &status) == 0 || stat(Files.parent(of: folder), &status) == 0 else {
      throw .cannotWrite(at: folder)
    }
    try Files.give(draft, to: status.st_uid, status.st_gid)
  }
}
