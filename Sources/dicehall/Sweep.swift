import ArgumentParser
import Glibc
import Storage

/// `dicehall sweep`: removes idle sessions now.
struct Sweep: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Remove idle sessions now.",
    discussion: """
      Without --state it works on the folder of the running service, if there is one, and goes by \
      that service's --session-days.
      """)

  @OptionGroup var state: StateOptions

  func run() throws {
    let places = try StatePlace.all(state)
    guard let place = places.first, places.count == 1 else {
      throw Failure.badUsage(
        "several services are running; choose one with --state: "
          + places.map(\.folder).joined(separator: ", "))
    }
    do throws(Failure) {
      try place.checkExists()
    } catch {
      throw Failure.unreadable("\(place.folder): \(error.message) (\(place.use))")
    }
    let idleSeconds = place.days * 86_400
    let sessions = state.storage(at: place.folder).sessions
    var count = 0
    do throws(StorageError) {
      for slice in UInt8.min...UInt8.max {
        count += try sessions.sweep(slice: slice, idleFor: idleSeconds, now: time(nil))
      }
    } catch {
      throw Failure.cannotWrite("\(error)")
    }
    print("removed \(count) idle sessions from \(place.folder) (\(place.use))")
  }
}
