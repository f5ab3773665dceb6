import FastCGI
import Storage

/// The things counted besides requests.
enum Counter: Int, CaseIterable, Sendable {
  case sessionsMade, vaultsMade, roomsOpened
  case sessionSaves, vaultSaves, cloudSaves, roomSaves
  case storeBusy, storeDamaged, storeFull, storeUnavailable
  case cutReading, cutWriting
  case replacedDead, replacedByReload, replacedFrozen, replacedOverdue

  /// Returns the counter of a storage failure; `nil` if the error is an answer.
  init?(_ error: StorageError) {
    switch error {
    case .busy: self = .storeBusy
    case .damaged: self = .storeDamaged
    case .full: self = .storeFull
    case .unavailable, .unanswered: self = .storeUnavailable
    case .changed, .tooLarge, .tooMany, .tooOften: return nil
    }
  }

  init(_ cut: CutPhase) { self = cut == .reading ? .cutReading : .cutWriting }

  init(_ replacement: WorkerReplacement) {
    switch replacement {
    case .death: self = .replacedDead
    case .reload: self = .replacedByReload
    case .frozen: self = .replacedFrozen
    case .overdue: self = .replacedOverdue
    }
  }
}

/// The counters with one name in the metrics.
struct CounterFamily {
  let name: String
  let help: String
  /// The counters, each with its label or an empty text.
  let counters: [(label: String, counter: Counter)]

  static let all = [
    CounterFamily(
      name: "dicehall_sessions_created_total", help: "Sessions begun by a first move.",
      counters: [("", .sessionsMade)]),
    CounterFamily(
      name: "dicehall_vaults_created_total", help: "Vaults begun by a first saved character.",
      counters: [("", .vaultsMade)]),
    CounterFamily(
      name: "dicehall_rooms_opened_total", help: "Rooms opened.", counters: [("", .roomsOpened)]),
    CounterFamily(
      name: "dicehall_saves_total", help: "Changes saved, by what they belong to.",
      counters: [
        ("store=\"session\"", .sessionSaves), ("store=\"vault\"", .vaultSaves),
        ("store=\"cloud\"", .cloudSaves), ("store=\"room\"", .roomSaves),
      ]),
    CounterFamily(
      name: "dicehall_store_failures_total",
      help: "Failures to read or save, each with a line in the log.",
      counters: [
        ("reason=\"busy\"", .storeBusy), ("reason=\"damaged\"", .storeDamaged),
        ("reason=\"full\"", .storeFull), ("reason=\"unavailable\"", .storeUnavailable),
      ]),
    CounterFamily(
      name: "dicehall_requests_cut_total",
      help: "Connections cut off as too slow at sending a request or at taking its answer.",
      counters: [("phase=\"reading\"", .cutReading), ("phase=\"writing\"", .cutWriting)]),
    CounterFamily(
      name: "dicehall_worker_restarts_total",
      help: "Workers started in place of another, by why it had to go.",
      counters: [
        ("cause=\"death\"", .replacedDead), ("cause=\"reload\"", .replacedByReload),
        ("cause=\"frozen\"", .replacedFrozen), ("cause=\"overdue\"", .replacedOverdue),
      ]),
  ]
}
