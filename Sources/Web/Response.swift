/// An answer before it is sent.
package struct Response: Equatable, Sendable {
  /// One header line.
  package struct Header: Equatable, Sendable {
    package let name: String
    package let value: String
    /// The whole line, for headers that many answers share.
    fileprivate var line: [UInt8]?

    package init(name: String, value: String) {
      precondition(!value.hasLineBreak, "line break in header \(name)")
      self.name = name
      self.value = value
    }

    /// The same header, written once for all answers that share it.
    package var prepared: Header {
      var header = self
      header.line = Array("\(name): \(value)\r\n".utf8)
      return header
    }

    package static func == (one: Header, other: Header) -> Bool {
      one.name == other.name && one.value == other.value
    }
  }

  package var status: Status
  /// The header lines in order, without `Status` and `Content-Length`, which `writeHead` adds.
  package var headers: [Header] = []
  package var body: [UInt8]
  /// The number of the route that answered, for the log and metrics; 0 if none.
  package var route = 0

  package init(_ status: Status = .ok, body: [UInt8] = []) {
    self.status = status
    self.body = body
  }

  /// Adds a header line.
  ///
  /// A value with a line break would let a visitor inject headers, so it is a programming error.
  package mutating func set(_ name: String, _ value: String) {
    headers.append(Header(name: name, value: value))
  }

  /// Returns the value of the first header with exactly this name.
  package func header(_ name: String) -> String? {
    headers.first { $0.name == name }?.value
  }

  /// Appends the head as a CGI program sends it, including the blank line.
  package func writeHead(to bytes: inout [UInt8]) {
    bytes.append("Status: ")
    bytes.append(decimal: status.code)
    bytes.append(" ")
    bytes.append(status.reason)
    bytes.append("\r\n")
    for header in headers {
      if let line = header.line {
        bytes.append(contentsOf: line)
        continue
      }
      bytes.append(header.name)
      bytes.append(": ")
      bytes.append(header.value)
      bytes.append("\r\n")
    }
    // Neither status has a body, and a length would be that of the full answer.
    if status != .noContent && status != .notModified {
      bytes.append("Content-Length: ")
      bytes.append(decimal: body.count)
      bytes.append("\r\n")
    }
    bytes.append("\r\n")
  }
}

extension [UInt8] {
  /// Appends the bytes of a text at once, rather than byte by byte.
  package mutating func append(_ text: String) {
    text.utf8.span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Appends a number that isn't negative.
  package mutating func append(decimal number: Int) {
    var digits = [20 of UInt8](repeating: 0)
    var first = digits.count
    var rest = number
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
    digits.span.withUnsafeBufferPointer { append(contentsOf: $0[first...]) }
  }
}

extension String {
  fileprivate var hasLineBreak: Bool {
    // Without an early exit, the compiler checks many bytes at once.
    utf8.span.withUnsafeBufferPointer { bytes in
      var found: UInt8 = 0
      for byte in bytes { found |= (byte == 13 ? 1 : 0) | (byte == 10 ? 1 : 0) }
      return found != 0
    }
  }
}
