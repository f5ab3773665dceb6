import Glibc
import Web

/// The records of an answer, gathered in one buffer so that one system call sends them all.
///
/// libfcgi would copy the answer once more, and make a call for each 8 KB of it.
struct AnswerRecords {
  /// The most bytes that a record can hold.
  private static let longestContent = 0xFFFF

  private(set) var bytes: [UInt8] = []
  private var head: [UInt8] = []

  /// Replaces what the buffer holds by an answer, without the end of the request.
  mutating func fill(_ response: Response, isHead: Bool, request: Int32) {
    bytes.removeAll(keepingCapacity: true)
    head.removeAll(keepingCapacity: true)
    response.writeHead(to: &head)
    append(head, UInt16(truncatingIfNeeded: request))
    if !isHead { append(response.body, UInt16(truncatingIfNeeded: request)) }
  }

  mutating func append(_ end: [UInt8]) { bytes.append(contentsOf: end) }

  /// Adds output in as few records as possible.
  private mutating func append(_ output: [UInt8], _ request: UInt16) {
    output.withUnsafeBufferPointer { output in
      var start = 0
      while start < output.count {
        let count = min(output.count - start, AnswerRecords.longestContent)
        let header: [8 of UInt8] = [
          1, 6, UInt8(request >> 8), UInt8(request & 0xFF), UInt8(count >> 8), UInt8(count & 0xFF),
          0, 0,
        ]
        header.span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: output[start..<start + count]))
        start += count
      }
    }
  }
}
