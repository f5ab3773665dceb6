import Storage
import Web

/// What an operator's monitor asks; anybody may, and learns nothing else.
let healthRoutes: [Route] = [
  probe("/healthz", orElse: "Games can’t be saved right now.") { (visit) throws(StorageError) in
    try visit.storage.sessions.checkSaving()
  },
  // Looks for a session that nobody has: nothing is written, but what is kept must be at hand.
  probe("/readyz", orElse: "Games can’t be read right now.") { (visit) throws(StorageError) in
    _ = try visit.storage.sessions.load(SessionID(using: &visit.random), for: .reading)
  },
]

extension Site {
  /// The addresses that monitors ask.
  package static let probes = healthRoutes.map(\.path)
}

/// Answers `ok`, or 503 with that sentence if the storage fails.
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
