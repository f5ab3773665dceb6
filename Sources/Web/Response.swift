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
    precondition(!value.hasLineBreak, "line break in header \(name)")
    headers.append(Header(name: name, value: value))
  }

  /// The value of the first header with exactly this name.
  package func header(_ name: String) -> String? {
    headers.first { $0.name == name }?.value
  }

  /// Appends the head as a CGI program sends it, including the blank line.
  package func writeHead(to bytes: inout [UInt8]) {
    bytes.append("Status: ")
    bytes.append("\(status.code) ")
    bytes.append(status.reason)
    bytes.append("\r\n")
    for header in headers {
      bytes.append(header.name)
      bytes.append(": ")
      bytes.append(header.value)
      bytes.append("\r\n")
    }
    // Neither status has a body, and a length would be that of the answer it stands for.
    if status != .noContent && status != .notModified {
      bytes.append("Content-Length: ")
      bytes.append("\(body.count)")
      bytes.append("\r\n")
    }
    bytes.append("\r\n")
  }
}

extension [UInt8] {
  /// Appends a text's bytes at once; the general way goes byte by byte.
  fileprivate mutating func append(_ text: String) {
    text.utf8.span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}

extension String {
  fileprivate var hasLineBreak: Bool {
    let bytes = utf8.span
    for index in bytes.indices where bytes[index] == 13 || bytes[index] == 10 { return true }
    return false
  }
}
