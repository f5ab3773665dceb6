import FastCGI
import Glibc
import Logging
import Synchronization
import Web

/// Sends any bytes to a service as a web server's connection: its variables, bodies and whatever else
/// they are.
///
/// The first byte says how large the pieces are in which they are sent.
/// - Throws: a `Finding` if the service hands on a request that breaks its own rules, or answers
///   something that is no record, or nobody afterwards.
public func checkRecords(_ bytes: ArraySlice<UInt8>) throws(Finding) {
  let peer = CheckedService.shared.connect()
  defer { close(peer) }
  var rest = bytes.dropFirst()
  let size = Int(bytes.first ?? 0) + 1
  while !rest.isEmpty {
    let piece = Array(rest.prefix(size))
    // It may have had enough.
    guard send(peer, piece, piece.count, Int32(MSG_NOSIGNAL)) == piece.count else { break }
    rest = rest.dropFirst(size)
  }
  shutdown(peer, Int32(SHUT_WR))
  var answer = readAll(peer)[...]
  while !answer.isEmpty {
    try expect(answer.count >= 8, "half a header at the end")
    let header = Array(answer.prefix(8))
    let length = 8 + Int(header[4]) << 8 + Int(header[5]) + Int(header[6])
    try expect([3, 6, 7, 10, 11].contains(header[1]), "a record of type \(header[1])")
    try expect(header[0] == 1 && answer.count >= length, "half a record at the end")
    answer = answer.dropFirst(length)
  }
  let findings = CheckedService.shared.findings.withLock { $0 }
  try expect(findings.isEmpty, findings.first ?? "")
}

private func readAll(_ descriptor: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = read(descriptor, &part, part.count)
    guard count > 0 else { return bytes }
    bytes += part.prefix(count)
  }
}

/// A service that looks at each request it gets.
private final class CheckedService: Sendable {
  static let shared = CheckedService()

  let findings = Mutex<[String]>([])
  private let path: String

  private init() {
    path = "/tmp/records-\(getpid())-\(UInt32.random(in: .min ... .max))"
    do {
      let service = try Service(
        listening: .unix(path: path), threads: 2, gateway: Gateway(mount: ""),
        logger: Logger(label: "checks") { _ in SwiftLogNoOpLogHandler() }, supervisor: nil
      ) { result, _ in
        if case .success(let request) = result { CheckedService.shared.look(at: request) }
        return Response(body: Array("ok".utf8))
      }
      try startThread { try? service.run() }
    } catch {
      preconditionFailure("no service to check: \(error)")
    }
  }

  private func look(at request: Request) {
    let length = request.method == .post ? request.bodyLength : 0
    guard request.path.hasPrefix("/"), request.body.count == length else {
      findings.withLock { $0.append("\(request.path) with \(request.body.count) bytes") }
      return
    }
  }

  /// A connection to it.
  func connect() -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    precondition(result == 0, "the service is gone")
    return descriptor
  }
}
