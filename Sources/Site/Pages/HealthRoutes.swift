import Storage
import Web

/// The routes for an operator's monitor, which reveal nothing else to others.
let healthRoutes: [Route] = [
  probe("/healthz", orElse: "Games can’t be saved right now.") { (visit) throws(StorageError) in
    try visit.storage.sessions.checkSaving()
  },
  // It looks for a session that doesn't exist: nothing is written, but the storage must work.
  probe("/readyz", orElse: "Games can’t be read right now.") { (visit) throws(StorageError) in
    _ = try visit.storage.sessions.load(SessionID(using: &visit.random), for: .reading)
  },
]

extension Site {
  package static let probes = healthRoutes.map(\.path)
}

/// Returns a route that answers `ok`, or 503 with a sentence if the storage fails.
private func probe(
  _ path: String, orElse sentence: String,
  _ check: @escaping @Sendable (inout Visit) throws(StorageError) -> Void
) -> Route {
  Route(
    method: .get, path: path, presence: .dynamic, usesSession: false, caching: .nobody
  ) { visit in
    do throws(StorageError) {
      try check(&visit)
    } catch {
      return .text(Refusal(.unavailable, sentence))
    }
    return .file(type: "text/plain; charset=utf-8", name: nil, bytes: Array("ok\n".utf8))
  }
}
