import Glibc
import Synchronization

/// The total resources of this process and its children.
final class ProcessFigures: Sendable {
  /// The totals that Prometheus knows by these names.
  struct Sum {
    /// The processor time in microseconds, including children that have ended.
    var time = 0
    /// The memory in bytes; shared memory counts for each process.
    var memory = 0
    /// The number of open files, and the limit.
    var files = 0
    var mostFiles = 0
  }

  /// The most processor time seen, as a child that ends during a look isn't counted.
  private let mostTime = Mutex(0)

  /// The current totals.
  var sum: Sum {
    let own = Int(getpid())
    let children = (try? Files.read("/proc/\(own)/task/\(own)/children")) ?? []
    var sum = Sum()
    for process in [own] + children.split(separator: UInt8(ascii: " ")).compactMap(\.number) {
      guard let running = RunningProcess(process) else { continue }
      sum.time += running.time
      sum.memory += running.memory
      sum.files += (try? Files.names(in: "/proc/\(process)/fd"))?.count ?? 0
      sum.mostFiles += ProcessFigures.mostFiles(of: process)
    }
    sum.time = mostTime.withLock { most in
      most = max(most, sum.time)
      return most
    }
    return sum
  }

  /// Returns how many files a process may have open; 0 if there is no limit.
  private static func mostFiles(of process: Int) -> Int {
    let limits = (try? Files.read("/proc/\(process)/limits")) ?? []
    let line = limits.split(separator: UInt8(ascii: "\n"))
      .first { $0.starts(with: "Max open files ".utf8) }
    return line?.split(separator: UInt8(ascii: " ")).dropFirst(3).first?.number ?? 0
  }
}

extension ArraySlice<UInt8> {
  fileprivate var number: Int? { Int(String(decoding: self, as: UTF8.self)) }
}
