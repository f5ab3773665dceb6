import Glibc

/// The few records that libfcgi cannot be made to send, for the request of that number.
struct Records {
  let request: UInt16

  init(request: Int32) { self.request = UInt16(truncatingIfNeeded: request) }

  /// END_REQUEST saying that this program is no authorizer and no filter.
  var unknownRole: [UInt8] { end(protocolStatus: 3) }

  /// The end of an answer after which the server must not send another request.
  ///
  /// The protocol has no word for that, and a server may use the connection again before it sees it
  /// closed; a POST is lost then. What comes after END_REQUEST, here an empty GET_VALUES_RESULT,
  /// makes nginx let go of the connection, as it arrives in the same moment.
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

/// Sends a few bytes; a peer that has gone is no error.
/// - Returns: whether all of them went out.
@discardableResult
func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
}
