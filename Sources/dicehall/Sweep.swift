import ArgumentParser
import Glibc
import Storage

/// `dicehall sweep`: removes idle sessions, and rooms whose last day is over, now.
struct Sweep: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Remove idle sessions, and rooms whose last day is over, now.",
    discussion: """
      Without --state or --store it works on the folder or database of the running service, if there \
      is one, and goes by that service's --session-days.
      """)

  @OptionGroup var state: StateOptions

  func run() throws {
    let place = try StatePlace.one(of: state)
    let idleSeconds = place.days * 86_400
    let storage = try state.storage(in: place.store)
    var (idle, over) = (0, 0)
    do throws(StorageError) {
      for slice in UInt8.min...UInt8.max {
        idle += try storage.sessions.sweep(slice: slice, idleFor: idleSeconds, now: time(nil))
        over += try storage.rooms.sweep(slice: slice, now: time(nil))
      }
    } catch {
      throw Failure.cannotWrite("\(error)")
    }
    let rooms = over == 0 ? "" : " and \(over) rooms"
    print("removed \(idle) idle sessions\(rooms) from \(place.store) (\(place.use))")
  }
}
