import Glibc

extension sockaddr_un {
  /// - Returns: `nil` for a path that is empty, too long, or contains a NUL.
  init?(path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, !bytes.contains(0), bytes.count < MemoryLayout.size(ofValue: sun_path)
    else { return nil }
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
  }

  /// Calls `bind`, `connect` or the like with this address, or its first `length` bytes.
  func call(
    length: Int = MemoryLayout<sockaddr_un>.size, _ descriptor: Int32,
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: self) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(length))
      }
    }
  }
}
