import Glibc

/// END_REQUEST records that libfcgi cannot be made to send.
struct EndRequest {
  let request: UInt16

  init(request: Int32) { self.request = UInt16(truncatingIfNeeded: request) }

  /// Says that this program is neither an authorizer nor a filter.
  var unknownRole: [UInt8] { end(protocolStatus: 3) }

  /// Ends an answer on a connection that the server must not use again.
  ///
  /// The protocol has no way to say so, and a server may reuse the connection before it notices the
  /// close; a POST would then be lost. The empty GET_VALUES_RESULT after END_REQUEST makes nginx
  /// give up the connection, as it arrives at the same moment.
  var lastEnd: [UInt8] {
    record(type: 6, []) + end(protocolStatus: 0) + [1, 10, 0, 0, 0, 0, 0, 0]
  }

  private func end(protocolStatus: UInt8) -> [UInt8] {
    record(type: 3, [0, 0, 0, 0, protocolStatus, 0, 0, 0])
  }

  /// A record of up to 255 bytes.
  private func record(type: UInt8, _ content: [UInt8]) -> [UInt8] {
    [1, type, UInt8(request >> 8), UInt8(request & 0xFF), 0, UInt8(content.count), 0, 0] + content
  }
}

/// Sends a few bytes; a peer that has gone is not an error.
/// - Returns: whether all of them went out.
@discardableResult
func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
}
