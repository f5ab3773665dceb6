import CFCGI
import Glibc
import Web

/// Answers a request with its number, or the refusal of an unreadable one, on a loop's thread.
package typealias Handler = @Sendable (Result<Request, Refusal>, RequestID) -> Response

/// Reads requests through libfcgi and answers them, one at a time, reusing its memory.
///
/// libfcgi reads through a `RecordReader`. It treats a request that was cut off or aborted as
/// complete and has neither size limits nor timeouts, which this type and `Watchdog` add. libfcgi
/// never gets to close a connection that it has read from, unless the request breaks off before its
/// variables are complete.
final class Responder {
  /// What to do with a connection after a request.
  enum Outcome {
    /// Close it; there is nothing more to send.
    case close
    /// The request is answered, but the peer is still sending.
    case discard
    /// The request is answered, and the server wants to send more on this connection.
    case keep
  }

  /// The protocol's number for the role of a program that answers requests.
  private static let responder: Int32 = 1

  private let gateway: Gateway
  private let limits: Limits
  private let handler: Handler
  private let place: WatchPlace
  private let observer: (any ServiceObserver)?
  /// Whether there is an observer; looking at the observer itself costs a copy each time.
  private let isObserved: Bool
  /// Allocated once, as libfcgi's streams point back into it.
  private let request: UnsafeMutablePointer<FCGX_Request>
  private let reader: RecordReader
  private var variables = Variables()
  private var answer = AnswerRecords()
  private var ids = RequestIDs()

  init(
    gateway: Gateway, limits: Limits, values: ConnectionValues, place: WatchPlace,
    observer: (any ServiceObserver)?, handler: @escaping Handler
  ) {
    self.gateway = gateway
    self.limits = limits
    self.place = place
    self.observer = observer
    isObserved = observer != nil
    self.handler = handler
    reader = RecordReader(RecordFilter(values: values, mostVariables: limits.heldVariables), place)
    request = .allocate(capacity: 1)
    // Without a socket to accept from, libfcgi returns after an error instead of waiting for a new
    // connection.
    FCGX_InitRequest(request, -1, 0)
  }

  deinit { request.deallocate() }

  /// The current time in microseconds, or 0 if no observer needs it.
  private var moment: Int64 { isObserved ? microseconds() : 0 }

  /// Reads one request from a connection and answers it, noting each phase in `activity`.
  ///
  /// Calls `isLast` when the answer is ready; if it returns `true`, the connection ends with this
  /// answer.
  func answer(_ connection: Connection, activity: LoopActivity, isLast: () -> Bool) -> Outcome {
    var moments = RequestReport.Moments()
    moments.begun = moment
    reader.start()
    defer { reader.stop() }
    request.pointee.ipcFd = connection.descriptor
    // Otherwise libfcgi would close the descriptor before it reads, or linger when it gives up.
    request.pointee.keepConnection = 1
    request.pointee.detached = 1
    guard FCGX_Accept_r(request) == 0, let input = request.pointee.in else {
      connection.descriptorIsGone()
      if request.pointee.isBeginProcessed != 0 { refuseRole(on: connection.handle) }
      return .close
    }
    defer {
      FCGX_Free(request, 0)
      request.pointee.ipcFd = -1
    }
    guard FCGX_GetError(input) == 0 else { return .close }
    guard request.pointee.role == Responder.responder else {
      refuseRole(on: connection.handle)
      return .discard
    }
    let result = read(input)
    let isWhole = skip(input)
    guard FCGX_GetError(input) == 0 else { return .close }

    activity.begin(.handling, on: connection.handle)
    moments.read = moment
    let method = Method(variables[.method] ?? "")
    let id = variables.requestID ?? ids.next()
    moments.started = moment
    let response = handler(result, id)
    let wantsMore = request.pointee.keepConnection != 0 && isWhole
    let keeps = wantsMore && !isLast()
    // Done before the answer is sent: a web server that still sends another request learns at once
    // that nobody will read it, and can send it elsewhere.
    if isWhole && !keeps { shutdown(connection.handle, Int32(SHUT_RD)) }

    moments.answered = moment
    activity.begin(.writing, on: connection.handle)
    let end = EndRequest(request: request.pointee.requestId)
    answer.fill(
      response, isHead: method == .head, request: request.pointee.requestId,
      end: wantsMore == keeps ? end.end : end.lastEnd)
    let isSent = answer.send(to: connection.handle, place)
    if let observer {
      moments.sent = moment
      observer.finished(RequestReport(id: id, method: method, response, isSent: isSent, moments))
    }
    guard isSent else { return .close }
    guard isWhole else { return .discard }
    return keeps && isUsedUp(input) ? .keep : .close
  }

  private func read(_ input: UnsafeMutablePointer<FCGX_Stream>) -> Result<Request, Refusal> {
    variables.readRequest(request.pointee.envp, gateway: gateway, limits: limits) { length in
      let body = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
        guard let start = buffer.baseAddress, buffer.count > 0 else { return }
        count = Int(max(0, FCGX_GetStr(start, Int32(buffer.count), input)))
      }
      return FCGX_GetChar(input) == -1 ? body : nil
    }
  }

  /// Reads the rest of the body; `false` if it exceeds the limit.
  private func skip(_ input: UnsafeMutablePointer<FCGX_Stream>) -> Bool {
    var skipped = 0
    // More would not fit on the stack, and nearly always there is nothing to skip.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
      guard let start = buffer.baseAddress else { return }
      while skipped < limits.body, FCGX_HasSeenEOF(input) == 0 {
        skipped += Int(FCGX_GetStr(start, Int32(buffer.count), input))
      }
    }
    return FCGX_HasSeenEOF(input) != 0
  }

  /// Returns whether nothing beyond this request has been read, which would be lost.
  private func isUsedUp(_ input: UnsafeMutablePointer<FCGX_Stream>) -> Bool {
    guard reader.filter.isBetweenRecords else { return false }
    if let buffered = BufferedInput(of: input) { return input.pointee.rdNext == buffered.end }
    // When forced to read on, libfcgi first moves past its buffer; without a descriptor it then
    // stops.
    request.pointee.ipcFd = -1
    input.pointee.isClosed = 0
    let position = input.pointee.rdNext
    input.pointee.fillBuffProc(input)
    return input.pointee.rdNext == position
  }

  /// Rejects a request for the role of an authorizer or a filter.
  private func refuseRole(on handle: Int32) {
    guard request.pointee.role != Responder.responder else { return }
    place.give()
    EndRequest(request: request.pointee.requestId).unknownRole.withUnsafeBytes {
      _ = send($0, to: handle)
    }
  }
}
