import Glibc
import Web

/// The records of an answer, usually sent by a single system call without copying the page.
///
/// libfcgi would copy the page and make a call for each 8 KB.
struct AnswerRecords {
  /// The most bytes that a record can hold.
  private static let longestContent = 0xFFFF

  /// The bytes before `rest` that have not been sent.
  private var front: [UInt8] = []
  /// The content of the last records before the end.
  private var rest: ArraySlice<UInt8> = []
  private var end: [UInt8] = []
  private var head: [UInt8] = []
  private var request: UInt16 = 0

  /// Replaces the records with those of an answer; `end` holds the records that end the request.
  mutating func fill(_ response: Response, isHead: Bool, request: Int32, end: [UInt8]) {
    self.request = UInt16(truncatingIfNeeded: request)
    self.end = end
    front.removeAll(keepingCapacity: true)
    head.removeAll(keepingCapacity: true)
    response.writeHead(to: &head)
    appendHeader(head.count)
    front.append(contentsOf: head)
    rest = isHead ? [] : response.body[...]
  }

  /// Sends the records and releases the page; a peer that has gone is not an error.
  ///
  /// Gives up the place on watch before waiting for a slow peer.
  /// - Returns: whether everything was sent.
  mutating func send(to descriptor: Int32, _ place: WatchPlace) -> Bool {
    defer { rest = [] }
    while rest.count > AnswerRecords.longestContent {
      // A long download, of which there is no second copy in memory.
      let content = rest.prefix(AnswerRecords.longestContent)
      appendHeader(content.count)
      guard send(front, content, [], to: descriptor, place) else { return false }
      front.removeAll(keepingCapacity: true)
      rest = rest.dropFirst(content.count)
    }
    if !rest.isEmpty { appendHeader(rest.count) }
    return send(front, rest, end, to: descriptor, place)
  }

  private func send(
    _ first: [UInt8], _ second: ArraySlice<UInt8>, _ third: [UInt8], to descriptor: Int32,
    _ place: WatchPlace
  ) -> Bool {
    first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        third.withUnsafeBytes { FastCGI.send(first, second, $0, to: descriptor, place) }
      }
    }
  }

  /// Appends the header of a record with this many bytes of output.
  private mutating func appendHeader(_ count: Int) {
    let header: [8 of UInt8] = [
      1, 6, UInt8(request >> 8), UInt8(request & 0xFF), UInt8(count >> 8), UInt8(count & 0xFF),
      0, 0,
    ]
    header.span.withUnsafeBufferPointer { front.append(contentsOf: $0) }
  }
}

/// Sends three pieces together.
private func send(
  _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer,
  _ third: UnsafeRawBufferPointer, to descriptor: Int32, _ place: WatchPlace
) -> Bool {
  var pieces: [3 of iovec] = [iovec(first), iovec(second), iovec(third)]
  var room = pieces.mutableSpan
  let sent = room.withUnsafeMutableBufferPointer { pieces in
    var message = msghdr()
    message.msg_iov = pieces.baseAddress
    message.msg_iovlen = pieces.count
    return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
  }
  if sent == first.count + second.count + third.count { return true }
  guard sent >= 0 || errno == EINTR || errno == EAGAIN else { return false }
  // The peer reads slowly, or a signal interrupted the call.
  place.give()
  var done = max(sent, 0)
  return [first, second, third].allSatisfy { piece in
    let skipped = min(done, piece.count)
    done -= skipped
    return send(UnsafeRawBufferPointer(rebasing: piece[skipped...]), to: descriptor)
  }
}

extension iovec {
  fileprivate init(_ bytes: UnsafeRawBufferPointer) {
    self.init(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
  }
}

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
