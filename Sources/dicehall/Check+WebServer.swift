import Glibc

extension Check {
  /// Checks that a web server with the service behind it answers at the public address.
  ///
  /// For https, it only checks that something accepts connections there.
  func webServer(_ origin: String) throws {
    let isSecure = origin.hasPrefix("https:")
    let authority = origin.drop { $0 != "/" }.drop { $0 == "/" }
    let port = authority.lastIndex(of: ":").map { String(authority[$0...].dropFirst()) }
    let host =
      port == nil
      ? authority : authority.prefix(upTo: authority.lastIndex(of: ":") ?? authority.endIndex)
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let failure = getaddrinfo(
      host.trimmingBrackets, port ?? (isSecure ? "443" : "80"), &hints, &found)
    guard failure == 0, let found else {
      throw Failure.unreadable(String(cString: gai_strerror(failure)))
    }
    defer { freeaddrinfo(found) }
    var next: UnsafeMutablePointer<addrinfo>? = found
    while let address = next?.pointee {
      let descriptor = Glibc.socket(address.ai_family, address.ai_socktype, 0)
      defer { close(descriptor) }
      if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 {
        return isSecure ? () : try askHealth(descriptor, host: String(authority))
      }
      next = address.ai_next
    }
    throw Failure.unreadable(systemMessage())
  }

  /// Asks for `/healthz` on an open connection.
  private func askHealth(_ descriptor: Int32, host: String) throws {
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let path = "\(try address.mount() ?? "")/healthz"
    let question = Array("GET \(path) HTTP/1.0\r\nHost: \(host)\r\n\r\n".utf8)
    guard send(descriptor, question, question.count, Int32(MSG_NOSIGNAL)) > 0 else {
      throw Failure.unreadable(systemMessage())
    }
    // The first line is enough: HTTP/1.1 200 OK.
    let line = [UInt8](unsafeUninitializedCapacity: 512) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }.prefix { $0 >= 0x20 }
    let words = String(decoding: line, as: UTF8.self)
    guard words.split(separator: " ").dropFirst().first == "200" else {
      let answer = words.isEmpty ? "nothing" : words
      throw Failure.unreadable("it answers \(answer) when asked for \(path)")
    }
  }
}

extension Substring {
  /// The text without the brackets of an IPv6 address in a URL.
  fileprivate var trimmingBrackets: String {
    hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : String(self)
  }
}
