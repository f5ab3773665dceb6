import Glibc

/// A process as described in `/proc/PID/stat`.
struct RunningProcess {
  let parent: Int
  /// The processor time of the process and its ended children, in microseconds.
  let time: Int
  /// The memory in bytes.
  let memory: Int

  /// - Returns: `nil` if the process has ended.
  init?(_ process: Int) {
    guard let status = try? Files.read("/proc/\(process)/stat") else { return nil }
    // The name in parentheses may contain anything; state and parent follow it.
    let fields = String(decoding: status, as: UTF8.self).split(separator: ")").last?
      .split(separator: " ").map { Int($0) ?? 0 }
    guard let fields, fields.count > 21 else { return nil }
    parent = fields[1]
    time = fields[11...14].reduce(0, +) * (1_000_000 / max(1, sysconf(Int32(_SC_CLK_TCK))))
    memory = fields[21] * sysconf(Int32(_SC_PAGESIZE))
  }
}
