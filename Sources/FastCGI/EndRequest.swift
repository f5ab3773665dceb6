import Glibc

/// The records that end an answer, and some that libfcgi cannot be made to send.
struct EndRequest {
  let request: UInt16

  init(request: Int32) { self.request = UInt16(truncatingIfNeeded: request) }

  /// Rejects the role: this program is neither an authorizer nor a filter.
  var unknownRole: [UInt8] { [1, 3, high, low, 0, 8, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0] }

  /// Ends an answer on a connection that the server may use again.
  var end: [UInt8] {
    [
      1, 6, high, low, 0, 0, 0, 0,
      1, 3, high, low, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]
  }

  /// Ends an answer on a connection that the server must not use again.
  ///
  /// The protocol has no way to say so, and a server may reuse the connection before it notices the
  /// close; a POST would then be lost. The empty GET_VALUES_RESULT after END_REQUEST makes nginx
  /// give up the connection, as it arrives at the same moment.
  var lastEnd: [UInt8] {
    end + [1, 10, 0, 0, 0, 0, 0, 0]
  }

  private var high: UInt8 { UInt8(request >> 8) }
  private var low: UInt8 { UInt8(request & 0xFF) }
}

/// Sends bytes; a peer that has gone is not an error.
/// - Returns: whether all of them were sent.
@discardableResult
func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let sent = send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
    if sent == -1 && errno == EINTR { continue }
    guard sent > 0 else { return false }
    rest = UnsafeRawBufferPointer(rebasing: rest[sent...])
  }
  return true
}
