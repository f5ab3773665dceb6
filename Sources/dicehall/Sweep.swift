import ArgumentParser
import Glibc
import Store

/// `dicehall sweep`: removes idle sessions now.
struct Sweep: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Remove idle sessions now.")

  @OptionGroup var state: StateOptions

  func run() throws {
    var count = 0
    do throws(StoreError) {
      for slice in UInt8.min...UInt8.max {
        count += try state.store.sweep(
          slice: slice, idleFor: state.idleSeconds, now: time(nil))
      }
    } catch {
      throw Failure.cannotWrite("\(state.state): \(error)")
    }
    print("removed \(count) idle sessions")
  }
}
