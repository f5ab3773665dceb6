/// An answer before it is sent.
package struct Response: Equatable, Sendable {
  /// One header line.
  package struct Header: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package var status: Status
  /// The header lines in sending order, without `Status` and `Content-Length`, which `writeHead`
  /// adds.
  package var headers: [Header] = []
  package var body: [UInt8]

  package init(_ status: Status = .ok, body: [UInt8] = []) {
    self.status = status
    self.body = body
  }

  /// Adds a header line.
  ///
  /// A value with a line break would let a visitor inject headers, so it is a programmer's mistake.
  package mutating func set(_ name: String, _ value: String) {
    precondition(!value.utf8.contains { $0 == 13 || $0 == 10 }, "line break in header \(name)")
    headers.append(Header(name: name, value: value))
  }

  /// The value of the first header with exactly this name.
  package func header(_ name: String) -> String? {
    headers.first { $0.name == name }?.value
  }

  /// Appends the head as a CGI program sends it, including the blank line.
  package func writeHead(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "Status: \(status.code) \(status.reason)\r\n".utf8)
    for header in headers {
      bytes.append(contentsOf: header.name.utf8)
      bytes.append(contentsOf: ": ".utf8)
      bytes.append(contentsOf: header.value.utf8)
      bytes.append(contentsOf: "\r\n".utf8)
    }
    // Neither status has a body, and a length would be that of the answer it stands for.
    if status != .noContent && status != .notModified {
      bytes.append(contentsOf: "Content-Length: \(body.count)\r\n".utf8)
    }
    bytes.append(contentsOf: "\r\n".utf8)
  }
}
