import Glibc
import Synchronization

/// What this process and its children take of the machine together.
final class ProcessFigures: Sendable {
  /// What Prometheus knows by the same names.
  struct Sum {
    /// Processor time in microseconds, with that of children that have ended.
    var time = 0
    /// Memory in bytes; what processes share counts for each.
    var memory = 0
    /// Open files, and how many there may be.
    var files = 0
    var mostFiles = 0
  }

  /// The most processor time that was seen: a child that ends in the middle of a look isn't counted.
  private let mostTime = Mutex(0)

  /// What they take now.
  var sum: Sum {
    let own = Int(getpid())
    let children = (try? Files.read("/proc/\(own)/task/\(own)/children")) ?? []
    var sum = Sum()
    for process in [own] + children.split(separator: UInt8(ascii: " ")).compactMap(\.number) {
      guard let running = RunningProcess(process) else { continue }
      sum.time += running.time
      sum.memory += running.memory
      let names = (try? Files.names(in: "/proc/\(process)/fd")) ?? []
      sum.files += names.count { !$0.hasPrefix(".") }
      sum.mostFiles += ProcessFigures.mostFiles(of: process)
    }
    sum.time = mostTime.withLock { most in
      most = max(most, sum.time)
      return most
    }
    return sum
  }

  /// How many files a process may have open; 0 if there is no limit.
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
