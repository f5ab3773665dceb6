import Site
import Web

/// The request that a thread is answering, which the log names beside whatever goes wrong.
enum RequestInLog {
  private final class Current {
    var id: RequestID?
    var method: Method?
    var path = ""
    /// Where this thread notes what it is answering; `nil` before its first request.
    var slot: CurrentRequests.Slot?
  }

  private static let threads = ThreadLocal { Current() }

  /// Answers a request, or an attempt at one that could not be read.
  ///
  /// `newSlot` finds a place for each thread to note what it is answering.
  static func answer(
    _ incoming: Result<Request, Refusal>, _ id: RequestID, with server: Server,
    newSlot: () -> CurrentRequests.Slot? = { nil }
  ) -> Response {
    let current = threads.value
    current.id = id
    if case .success(let request) = incoming {
      current.method = request.method
      current.path = request.path
      current.slot = current.slot ?? newSlot()
      current.slot?.begin(request.path)
    }
    defer {
      current.slot?.end()
      current.id = nil
      current.method = nil
    }
    return server.answer(incoming)
  }

  /// The number of this thread's request; `nil` if it is answering none.
  static var number: String? { threads.value.id?.text }

  /// Adds this thread's request to a line: `id=5f… method=POST route=/craps/roll`.
  static func name(in line: inout LogLine) {
    let current = threads.value
    guard let id = current.id else { return }
    line.append("id", id)
    guard let method = current.method else { return }
    line.append("method", plain: method.name)
    line.append("route", plain: hall.routeNames[hall.routeNumber(of: current.path)])
  }
}
