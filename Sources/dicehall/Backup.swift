import ArgumentParser
import Copying
import Glibc
import Storage

/// The command `dicehall backup`, which copies a whole hall while people play.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy a whole hall into a folder or a file while people play.",
    discussion: """
      Everything that visitors were shown before the command began is in the backup, and what they do \
      meanwhile may be. Sessions, vaults, the cloud and rooms are copied, read back and only then \
      named, so that nobody ever finds half a backup. PLACE is a new folder, which is laid out like a \
      state folder, or a new file whose name ends in .tar. What is damaged is left out and named, and \
      the exit status is 65 then. Codes for bringing a vault along, counts of what clients did, and \
      snapshots of rooms stay behind; the first two lapse within days, and the last are made anew. A \
      backup holds the keys to everything in it, so keep it as private as the hall.
      """)

  @OptionGroup var state: StateOptions

  @Flag(help: "Put it in the place of an earlier backup.")
  var replace = false

  @Argument(help: "New folder for the backup, or new file whose name ends in .tar.")
  var place: String

  func validate() throws { try Files.check(place, of: "PLACE") }

  func run() throws {
    let source = try StatePlace.one(of: state)
    let path = Files.resolved(place)
    let isFile = path.hasSuffix(".tar")
    if case .folder(let folder) = source.store, "\(path)/".hasPrefix("\(folder)/") {
      throw Failure.badUsage("\(path): is in the hall itself")
    }
    let isThere = try checkFree(path, isFile: isFile)
    let draft = try Draft(for: path)
    let (copied, written) = try copy(source.store, to: draft["state"])
    try Manifest(written).write(into: draft["state"])
    if isFile { try Tar.pack(draft["state"], into: draft["tar"]) }
    if isThere, let sentence = copied.failure {
      throw Failure.badData("\(sentence); the earlier backup stays, so name another place")
    }
    // A file replaces another atomically. A folder must be moved away first, where it stays if this
    // process is killed then.
    if isFile {
      try draft.publish("tar", movingOldTo: nil)
    } else {
      let old = replace ? replaced(path) : draft["old"]
      if isThere { try Files.remove(old) }
      try draft.publish("state", movingOldTo: old)
      if replace { try Files.remove(old) }
    }
    print("backed up \(source.store) (\(source.use)) to \(path), with \(Manifest(written).mark)")
    if let sentence = copied.failure { throw Failure.badData(sentence) }
  }

  /// Returns the path of a folder while it is being replaced.
  private func replaced(_ path: String) -> String { "\(path).replaced" }

  /// Refuses to replace anything but an empty folder or a backup.
  /// - Returns: whether a backup is there.
  private func checkFree(_ path: String, isFile: Bool) throws(Failure) -> Bool {
    let old = replaced(path)
    guard !replace || isFile || access(old, F_OK) != 0 || Manifest.isThere(in: old) else {
      throw .cannotWrite("\(old): isn't a backup, so it can't be removed; move it elsewhere first")
    }
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    var around = stat()
    guard !isFolder || stat(Files.parent(of: path), &around) != 0 || around.st_dev == status.st_dev
    else {
      throw .cannotWrite("\(path): is a mount point; name a folder or a file in it")
    }
    if isFolder, !isFile, Files.hasNoFiles(path) { return false }
    guard replace else {
      throw .cannotWrite("\(path): is there already; --replace puts a new backup in its place")
    }
    let isBackup =
      isFile ? status.st_mode & S_IFMT == S_IFREG : isFolder && Manifest.isThere(in: path)
    guard isBackup else { throw .cannotWrite("\(path): isn't a backup, so it wasn't replaced") }
    return true
  }

  /// Copies the hall and reads the copy back, in which nothing is open any more.
  private func copy(
    _ store: Store, to folder: String
  ) throws(Failure) -> (copied: CopySummary, written: CopySummary) {
    let archive = try StateOptions.archive(of: .folder(folder))
    let copy = HallCopy(
      from: try StateOptions.archive(of: store), to: archive,
      progress: { kind, count in
        print("\(kind.title): \(count.copied)")
        fflush(nil)
      }, report: { note in printError("dicehall: \(note.sentence)") })
    do throws(CopyFailure) {
      let copied = try copy.runWhileInUse()
      let written = try HallCopy.contents(of: archive) { _ in }
      guard written.isWhole else { throw .target(.damaged) }
      return (copied, written)
    } catch {
      throw error.failure(from: store, to: .folder(place))
    }
  }
}

/// A backup's description of itself, in a file beside its contents.
struct Manifest {
  private static let name = "backup"

  private let summary: CopySummary

  init(_ summary: CopySummary) { self.summary = summary }

  private static func path(in folder: String) -> String { "\(folder)/\(name)" }

  static func isThere(in folder: String) -> Bool { access(path(in: folder), F_OK) == 0 }

  /// A text for people, which tells halls apart.
  var mark: String { "checksum \(summary.checksum.prefix(16))" }

  /// The same checksum as a number above 0.
  var number: Int { (Int(summary.checksum.prefix(15), radix: 16) ?? 0) + 1 }

  /// The contents of the backup, a line for each kind.
  var counts: String {
    zip(CopyKind.allCases, summary.all).map { "\($0.title): \($1.compared)\n" }.joined()
  }

  private var facts: String { "\(counts)checksum: \(summary.checksum)\n" }

  func write(into folder: String) throws(Failure) {
    let text = "backup of a hall by dicehall \(Dicehall.version)\n\(facts)"
    try Files.write(Array(text.utf8), to: Self.path(in: folder))
    chmod(Self.path(in: folder), 0o600)
  }

  /// Returns whether the folder was written with these facts.
  func isRight(in folder: String) -> Bool {
    guard summary.isWhole, let bytes = try? Files.read(Self.path(in: folder)) else { return false }
    return String(decoding: bytes, as: UTF8.self).hasSuffix("\n\(facts)")
  }

  static func remove(from folder: String) { unlink(path(in: folder)) }
}

extension CopySummary {
  fileprivate var isWhole: Bool { all.allSatisfy { $0.damaged == 0 } }
}

extension Files {
  /// Returns whether a folder contains nothing but folders.
  static func hasNoFiles(_ folder: String) -> Bool {
    guard let names = try? names(in: folder) else { return false }
    return names.allSatisfy { name in
      var status = stat()
      let path = "\(folder)/\(name)"
      return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && hasNoFiles(path)
    }
  }
}
