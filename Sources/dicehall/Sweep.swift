import ArgumentParser
import Glibc
import Storage

/// `dicehall sweep`: removes idle sessions now.
struct Sweep: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Remove idle sessions now.")

  @OptionGroup var state: StateOptions

  func run() throws {
    let sessions = state.storage().sessions
    var count = 0
    do throws(StorageError) {
      for slice in UInt8.min...UInt8.max {
        count += try sessions.sweep(slice: slice, idleFor: state.idleSeconds, now: time(nil))
      }
    } catch {
      throw Failure.cannotWrite("\(state.state): \(error)")
    }
    print("removed \(count) idle sessions")
  }
}
