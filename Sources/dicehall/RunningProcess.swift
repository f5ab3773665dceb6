import Glibc

/// What `/proc/PID/stat` says of a process.
struct RunningProcess {
  let parent: Int
  /// The processor time that it and those of its children that have ended took, in microseconds.
  let time: Int
  /// How much memory it takes, in bytes.
  let memory: Int

  /// - Returns: `nil` if it is gone.
  init?(_ process: Int) {
    guard let status = try? Files.read("/proc/\(process)/stat") else { return nil }
    // The name in parentheses may hold anything; after it come the state and the parent.
    let fields = String(decoding: status, as: UTF8.self).split(separator: ")").last?
      .split(separator: " ").map { Int($0) ?? 0 }
    guard let fields, fields.count > 21 else { return nil }
    parent = fields[1]
    time = fields[11...14].reduce(0, +) * (1_000_000 / max(1, sysconf(Int32(_SC_CLK_TCK))))
    memory = fields[21] * sysconf(Int32(_SC_PAGESIZE))
  }
}
