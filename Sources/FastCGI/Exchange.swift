import CFCGI
import Glibc
import Web

/// Answers a request, or a refusal of one that could not be read; called on a loop's thread.
package typealias Handler = @Sendable (Result<Request, Refusal>) -> Response

/// One request after the other through libfcgi, with memory that is used again for each.
///
/// libfcgi hands over a request that was cut off or aborted as if it were whole, knows no bounds and
/// no clock: what is missing is added here and in `Watchdog`. It never gets to close a connection
/// that it has read from, except where the request breaks off before its variables are complete.
final class Exchange {
  /// What became of a connection.
  enum Outcome {
    /// Nothing more is to come from us.
    case close
    /// Answered, though the peer is still sending.
    case discard
    /// Answered, and the server wants to send more requests.
    case keep
  }

  /// The protocol's number for the role of a program that makes pages.
  private static let responder: Int32 = 1

  private let gateway: Gateway
  private let limits: Limits
  private let handler: Handler
  /// Allocated once: libfcgi's streams point back into it.
  private let request: UnsafeMutablePointer<FCGX_Request>
  private var variables = Variables()
  private var output: [UInt8] = []

  init(gateway: Gateway, limits: Limits, handler: @escaping Handler) {
    self.gateway = gateway
    self.limits = limits
    self.handler = handler
    request = .allocate(capacity: 1)
    // With no socket to accept from, libfcgi comes back after an error instead of waiting there.
    FCGX_InitRequest(request, -1, 0)
  }

  deinit { request.deallocate() }

  /// Reads one request from a connection and answers it, telling `watch` what it is busy with.
  ///
  /// `isLast` is asked when the answer is ready; `true` ends the connection with it.
  func answer(
    _ connection: Connection, watch: Watch, isLast: () -> Bool
  ) -> Outcome {
    request.pointee.ipcFd = connection.descriptor
    // Else libfcgi closes the descriptor before it reads, or lingers when it gives up.
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
    guard request.pointee.role == Exchange.responder else {
      refuseRole(on: connection.handle)
      return .discard
    }
    let result = read(input)
    let isWhole = skip(input)
    guard FCGX_GetError(input) == 0 else { return .close }

    watch.begin(.handling, on: connection.handle)
    let isHead = variables["REQUEST_METHOD"] == "HEAD"
    let response = handler(result)
    let wantsMore = request.pointee.keepConnection != 0 && isWhole
    let keeps = wantsMore && !isLast()
    // Before the answer goes out: whoever still sends another request then learns at once that
    // nobody will read it, and can send it elsewhere.
    if isWhole && !keeps { shutdown(connection.handle, Int32(SHUT_RD)) }

    watch.begin(.writing, on: connection.handle)
    fill(response, isHead: isHead)
    guard wantsMore == keeps ? write() : writeLast(on: connection.handle) else { return .close }
    guard isWhole else { return .discard }
    return keeps && isUsedUp(input) ? .keep : .close
  }

  private func read(_ input: UnsafeMutablePointer<FCGX_Stream>) -> Result<Request, Refusal> {
    do throws(Refusal) {
      try variables.read(request.pointee.envp, limits: limits)
      var request = try Request(variables: { variables[$0] }, gateway: gateway)
      guard request.method == .post else { return .success(request) }
      request.body = [UInt8](unsafeUninitializedCapacity: request.bodyLength) { buffer, count in
        guard let start = buffer.baseAddress, buffer.count > 0 else { return }
        let read = FCGX_GetStr(start, Int32(buffer.count), input)
        count = Int(max(0, read))
      }
      guard request.body.count == request.bodyLength, FCGX_GetChar(input) == -1 else {
        throw Refusal(.badRequest, "The request is shorter or longer than it says.")
      }
      return .success(request)
    } catch {
      return .failure(error.naming(variables["REQUEST_URI"]))
    }
  }

  /// Reads what is left of the body; `false` when that does not end within the limit.
  private func skip(_ input: UnsafeMutablePointer<FCGX_Stream>) -> Bool {
    var skipped = 0
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let start = buffer.baseAddress else { return }
      while skipped < limits.body, FCGX_HasSeenEOF(input) == 0 {
        skipped += Int(FCGX_GetStr(start, Int32(buffer.count), input))
      }
    }
    return FCGX_HasSeenEOF(input) != 0
  }

  /// Head and body in one place, for as few writes as possible.
  private func fill(_ response: Response, isHead: Bool) {
    output.removeAll(keepingCapacity: true)
    response.writeHead(to: &output)
    if !isHead { output.append(contentsOf: response.body) }
  }

  private func put() -> Bool {
    let written = output.withUnsafeBytes {
      FCGX_PutStr($0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), request.pointee.out)
    }
    return written == Int32(output.count)
  }

  private func write() -> Bool {
    // The error stream first: closed last, an empty one would cost a write of its own.
    put() && FCGX_FClose(request.pointee.err) == 0 && FCGX_FClose(request.pointee.out) == 0
  }

  /// Answers a server that wants to use the connection again, and may not.
  private func writeLast(on handle: Int32) -> Bool {
    put() && FCGX_FFlush(request.pointee.out) == 0
      && send(Records(request: request.pointee.requestId).lastEnd, to: handle)
  }

  /// Whether libfcgi's buffer holds nothing beyond the request; it would be lost with the buffer.
  private func isUsedUp(_ input: UnsafeMutablePointer<FCGX_Stream>) -> Bool {
    // Made to read on, libfcgi first moves over what it has; then this is no descriptor to read.
    request.pointee.ipcFd = -1
    input.pointee.isClosed = 0
    let position = input.pointee.rdNext
    input.pointee.fillBuffProc(input)
    return input.pointee.rdNext == position
  }

  /// Answers a request that wants an authorizer or a filter.
  private func refuseRole(on handle: Int32) {
    guard request.pointee.role != Exchange.responder else { return }
    send(Records(request: request.pointee.requestId).unknownRole, to: handle)
  }
}
