import ArgumentParser
import Glibc
import LTI
import Storage

/// The command `dicehall sweep`: deletes idle sessions, unvisited vaults and rooms past their time.
struct Sweep: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Remove idle sessions, unvisited vaults and expired rooms now.",
    discussion: """
      Without --state or --store it works on the folder or database of the service that is running or, \
      for root, that should be, and uses its --session-days. If there are several, name one.
      """)

  @OptionGroup var state: StateOptions
  @OptionGroup var caps: CapOptions

  func run() throws {
    let place = try StatePlace.one(of: state)
    let idleSeconds = place.days * 86_400
    let storage = try state.storage(in: place.store)
    var (idle, left, over) = (0, 0, 0)
    Registry.lookAfter(in: storage.sessions, isCapped: true, now: time(nil))
    do throws(StorageError) {
      for slice in UInt8.min...UInt8.max {
        idle += try storage.sessions.sweep(slice: slice, idleFor: idleSeconds, now: time(nil))
        left += try storage.vaults.sweepVaults(slice: slice, now: time(nil))
        over += try storage.rooms.sweep(slice: slice, now: time(nil))
      }
      let cap = caps.cap(default: 0)
      if cap.isSet { idle += try storage.sessions.trim(to: cap, now: time(nil)).removed }
    } catch {
      throw Failure.cannotWrite("\(error)")
    }
    let more = [(left, "vaults"), (over, "rooms")].filter { $0.0 > 0 }
      .map { " and \($0.0) \($0.1)" }.joined()
    print("removed \(idle) idle sessions\(more) from \(place.store) (\(place.use))")
  }
}
