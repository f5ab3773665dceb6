import CFCGI
import Glibc

/// Signals read through a descriptor.
///
/// They are blocked in every thread started later, so none is lost between two system calls and
/// none interrupts a loop.
struct Signals: ~Copyable {
  let descriptor: Int32

  init(_ numbers: [Int32]) throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    descriptor = try SystemError.check(
      signalfd(-1, &set, O_CLOEXEC | O_NONBLOCK), "make a signal descriptor")
  }

  deinit { close(descriptor) }

  func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    return read(descriptor, &info, size) == size ? Int32(info.ssi_signo) : nil
  }
}

/// Sleeps until a descriptor becomes readable or ends, or for so many milliseconds; -1 is forever.
/// - Returns: whether a descriptor did.
@discardableResult
func waitForInput(_ descriptors: [Int32], timeout: Int64 = -1) -> Bool {
  var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  return poll(&entries, nfds_t(entries.count), Int32(clamping: timeout)) > 0
}
