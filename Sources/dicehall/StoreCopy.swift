import ArgumentParser
import Copying
import Glibc
import Storage

/// The command `dicehall store copy`, which copies a whole hall to another place.
struct StoreCopy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy a whole hall, such as from a folder to a database or back.",
    discussion: """
      Sessions, vaults, the cloud and rooms are copied, and then compared entry by entry. What is \
      there already is not copied again, so a copy that was interrupted continues when the same \
      command is run again; nothing in FROM changes, and an entry that is newer in TO stays. Stop the \
      hall first, so that nobody plays meanwhile. Codes for bringing a vault along, counts of what \
      clients did, and snapshots of rooms stay behind; the first two lapse within days, and the last are \
      made anew.
      """)

  @Argument(help: "State folder or database to copy from, as --state or --store have it.")
  var from: String

  @Argument(
    help: """
      State folder or database to copy to; a folder is made, and a database has been prepared with \
      dicehall store init.
      """)
  var to: String

  func validate() throws {
    try Files.check(from, of: "FROM")
    try Files.check(to, of: "TO")
  }

  func run() throws {
    let places = (from: StateOptions.store(named: from), to: StateOptions.store(named: to))
    for place in [places.from, places.to] { try place.checkRest() }
    let copy = HallCopy(
      from: try StateOptions.archive(of: places.from), to: try StateOptions.archive(of: places.to)
    ) { note in printError("dicehall: \(note.sentence)") }
    let summary: CopySummary
    do throws(CopyFailure) {
      summary = try copy.run(mark: .random(in: 1 ... .max))
    } catch {
      throw error.failure(from: places.from, to: places.to)
    }
    summary.lines.forEach { print($0) }
    if let sentence = summary.failure { throw Failure.badData(sentence) }
  }
}

extension Store {
  /// Refuses a place that a service uses, on this machine or on any that the database knows of.
  func checkRest() throws(Failure) {
    if let service = RunningService.all().first(where: { $0.store == self }) {
      throw .cannotWrite("\(self): process \(service.process) is using it; stop that service first")
    }
    var addresses = StateOptions.services(of: self)
    // A service that was just stopped may still be ending.
    for _ in 0..<10 where !addresses.isEmpty {
      usleep(100_000)
      addresses = StateOptions.services(of: self)
    }
    guard let address = addresses.first else { return }
    let place = address.isEmpty ? "" : " at \(address)"
    throw .cannotWrite("\(self): a service\(place) is using it; stop that service first")
  }
}

extension CopyFailure {
  /// Returns the operator's message on a failed copy.
  func failure(from source: Store, to target: Store) -> Failure {
    switch self {
    case .source(let error): .unreadable(source.sentence(error))
    case .target(let error): .cannotWrite(target.sentence(error))
    case .sameHall: .badUsage("\(source) and \(target) are the same hall")
    }
  }
}

extension CopyKind {
  /// The operator's word for all pieces of the kind.
  var title: String {
    switch self {
    case .sessions: "sessions"
    case .vaults: "vaults and their entries"
    case .cloud: "cloud"
    case .rooms: "rooms"
    }
  }
}

extension CopyNote {
  var sentence: String {
    switch self {
    case .damaged(let place): "\(place) is damaged, and was left out"
    case .cut(let place):
      "\(place) is damaged after its first line, and only that line can be copied"
    case .missing(let place, let numbers):
      "\(place) is damaged: \(numbers.lowerBound) to \(numbers.upperBound) are missing"
    case .newer(let place): "\(place) is newer, and stays"
    case .different(let place): "\(place) is not the same after copying"
    }
  }
}

extension CopySummary {
  /// The result for an operator, line by line.
  fileprivate var lines: [String] {
    let parts = zip(CopyKind.allCases, all).map { kind, count in
      "\(kind.title): \(count.copied) copied, \(count.present) there already, "
        + "\(count.newer) newer there, \(count.damaged) damaged"
    }
    let compared = all.map(\.compared).reduce(0, +)
    return parts + ["compared \(compared): the same in both, with checksum \(checksum.prefix(16))"]
  }

  /// The reason why the copy isn't complete, if it isn't.
  var failure: String? {
    let different = all.map(\.different).reduce(0, +)
    let damaged = all.map(\.damaged).reduce(0, +)
    if different > 0 {
      return "\(different) are not the same after copying; make sure that nobody plays, and copy "
        + "again"
    }
    guard damaged > 0 else { return nil }
    return "\(damaged) are damaged where they were copied from; all others are there"
  }
}
