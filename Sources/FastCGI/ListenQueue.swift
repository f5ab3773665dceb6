import CFCGI
import Glibc

extension ListeningSocket {
  /// The number of connections waiting to be accepted; `nil` if the system doesn't say.
  package var waiting: Int? {
    guard isUnix else { return waitingAtPort }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return nil }
    return ListeningSocket.waiting(atUnixSocket: facts.st_ino)
  }

  private var waitingAtPort: Int? {
    var info = tcp_info()
    var size = socklen_t(MemoryLayout<tcp_info>.size)
    guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0 else {
      return nil
    }
    // For a listening socket, this field is the length of its queue.
    return Int(info.tcpi_unacked)
  }

  /// Returns how many connections wait at the Unix socket with this inode.
  ///
  /// Source: sock_diag(7).
  /// - Returns: `nil` if the system doesn't say, as in a network namespace other than the socket's.
  package static func waiting(atUnixSocket inode: ino_t) -> Int? {
    let link = socket(
      AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), NETLINK_SOCK_DIAG)
    guard link != -1 else { return nil }
    defer { close(link) }
    var question = UnixQuestion(inode: UInt32(truncatingIfNeeded: inode))
    let size = MemoryLayout<UnixQuestion>.size
    guard withUnsafeBytes(of: &question, { Glibc.send(link, $0.baseAddress, size, 0) }) == size
    else { return nil }
    var answer = [UInt8](repeating: 0, count: 1024)
    let count = recv(link, &answer, answer.count, 0)
    guard count > 0 else { return nil }
    return answer.withUnsafeBytes { bytes in
      UnixAnswer(.init(rebasing: bytes[..<count]))?.waiting
    }
  }
}

/// A query to the kernel about one Unix socket.
private struct UnixQuestion {
  private var header = nlmsghdr()
  private var question = unix_diag_req()

  init(inode: UInt32) {
    header.nlmsg_len = UInt32(MemoryLayout<UnixQuestion>.size)
    header.nlmsg_type = UInt16(SOCK_DIAG_BY_FAMILY)
    header.nlmsg_flags = UInt16(NLM_F_REQUEST)
    question.sdiag_family = UInt8(AF_UNIX)
    question.udiag_states = .max
    question.udiag_ino = inode
    question.udiag_show = UInt32(UDIAG_SHOW_RQLEN)
    // Without a cookie, only the inode is compared.
    question.udiag_cookie = (.max, .max)
  }
}

/// The kernel's answer.
private struct UnixAnswer {
  let waiting: Int

  init?(_ bytes: UnsafeRawBufferPointer) {
    let start = MemoryLayout<nlmsghdr>.size + MemoryLayout<unix_diag_msg>.size
    guard bytes.count >= start,
      bytes.loadUnaligned(as: nlmsghdr.self).nlmsg_type == UInt16(SOCK_DIAG_BY_FAMILY)
    else { return nil }
    var place = start
    // Attributes follow, each with its length and type, aligned to four bytes.
    while place + 4 <= bytes.count {
      let length = Int(bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self))
      let kind = Int(bytes.loadUnaligned(fromByteOffset: place + 2, as: UInt16.self))
      if kind == Int(UNIX_DIAG_RQLEN), length >= 8, place + 8 <= bytes.count {
        waiting = Int(bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
        return
      }
      guard length >= 4 else { return nil }
      place += (length + 3) & ~3
    }
    return nil
  }
}
